package io.starling.collectives.call;

import io.starling.collectives.Intercommunicator;
import io.starling.collectives.operation.Context;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.progress.Engine;
import java.util.BitSet;

/**
 * The processes of other worlds that this rank has met, and its way to a launcher that starts more.
 * It counts the communicators that such a process is in: one that is in none can be left. To be
 * used inside the engine.
 */
public final class JobProcesses {

  /** Where a process says that it leaves the job. */
  public static final String DEPARTED = "departed/";

  private final Spawner spawner;
  private final String refusal;
  private final byte[] address;
  private final int[] communicators;
  private final BitSet met = new BitSet();
  private Intercommunicator parent;
  private boolean published;
  private int requests;

  private JobProcesses(Spawner spawner, String refusal, int capacity, byte... address) {
    this.spawner = spawner;
    this.refusal = refusal;
    this.address = address;
    communicators = new int[capacity];
  }

  /** Those of a launcher that starts more. */
  public static JobProcesses of(Spawner spawner, ProcessNumbers numbers, byte... address) {
    return new JobProcesses(spawner, "", numbers.capacity(), address);
  }

  /**
   * Those of a job to which no ranks come later.
   *
   * @param refusal why, and what to do
   */
  public static JobProcesses fixed(String refusal) {
    return new JobProcesses(null, refusal, 0);
  }

  /** What starts ranks; null without it. */
  public Spawner spawner() {
    return spawner;
  }

  /** Why there is no {@link #spawner}. */
  public String refusal() {
    return refusal;
  }

  /**
   * Publishes where this process can be reached, once; before a process of another world may want
   * to know.
   */
  public void publish(int process) {
    if (!published && spawner != null) {
      spawner.put(Spawner.ADDRESS + process, address);
      published = true;
    }
  }

  /** The number of the next request of this rank. */
  public int nextRequest() {
    return requests++;
  }

  /** The intercommunicator with the ranks that have started this one; null without them. */
  public Intercommunicator parent() {
    return parent;
  }

  /** Sets it. */
  public void descendFrom(Intercommunicator parents) {
    parent = parents;
  }

  /** Another communicator has these processes. */
  void begin(Context context) {
    count(context, 1);
  }

  /** A communicator of these processes has been closed. */
  void end(Context context) {
    count(context, -1);
  }

  private void count(Context context, int more) {
    if (communicators.length == 0) {
      return;
    }
    for (int process : context.strangers()) {
      communicators[process] += more;
      met.set(process);
    }
  }

  /** Leaves the processes of a communicator that are in no other one. */
  public void leave(Context context, Engine engine) {
    for (int process : context.strangers()) {
      if (communicators[process] == 0 && met.get(process) && left(process, engine)) {
        met.clear(process);
      }
    }
  }

  private static boolean left(int process, Engine engine) {
    try {
      engine.disconnect(process);
      return true;
    } catch (IllegalStateException e) {
      // It has failed in the middle of a message; the end of the job is waited for.
      return false;
    }
  }

  /** The processes that this rank has met and not left. */
  public BitSet met() {
    return (BitSet) met.clone();
  }
}
