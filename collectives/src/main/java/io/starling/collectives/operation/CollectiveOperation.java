package io.starling.collectives.operation;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/**
 * An operation of a collective. Its plan is fixed; its memory and its tag change from run to run.
 *
 * <p>Tags of segments are {@code tag + source + segment}, see {@link Tags}.
 */
public abstract class CollectiveOperation extends Operation {

  private final Context context;
  private final long sourceOfMine;
  private long tag;
  private long number;

  protected CollectiveOperation(Context context) {
    super(context.engine());
    this.context = context;
    sourceOfMine = Tags.source(context.engine().rank());
  }

  @Override
  public String whyNotCancelled() {
    return "a collective can't be cancelled (MPI 4.1, section 6.12): all ranks complete it";
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  /** The communicator. */
  protected final Context context() {
    return context;
  }

  /**
   * Sets the memory of the next run; null for buffers that this rank does not have.
   *
   * @param data this rank's contribution; the message of a broadcast
   * @param result this rank's result
   */
  public abstract void useMemory(Memory data, Memory result);

  /**
   * Sets the tag of the next run, and its number among the collectives of the communicator; all
   * ranks derive the same.
   */
  public final void useTag(long next, long itsNumber) {
    tag = next;
    number = itsNumber;
  }

  /** Whether a run with this tag is open; a reused operation may be open with another tag. */
  public final boolean isUnderWayWith(long itsTag) {
    return tag == itsTag && !isDone();
  }

  /** The number of this run, higher than that of every collective before it. */
  protected final long number() {
    return number;
  }

  /** The tag of this run. */
  protected final long tag() {
    return tag;
  }

  /**
   * Sends a segment to a child or to the parent. A {@code confirmed} send completes only after it
   * was matched.
   */
  protected final void sendTo(
      int peer, int child, int segment, Memory data, long offset, long length, boolean confirmed) {
    int process = context.process(peer);
    long itsTag = tag + sourceOfMine + segment;
    if (confirmed) {
      sendSynchronously(child, segment, process, itsTag, data, offset, length);
    } else {
      send(child, segment, process, itsTag, data, offset, length);
    }
  }

  /** Posts the receive of a segment. */
  protected final void receiveFrom(
      int peer, int child, int segment, Memory into, long offset, long length) {
    int process = context.process(peer);
    receive(
        child,
        segment,
        process,
        tag + Tags.source(process) + segment,
        Tags.EXACT,
        into,
        offset,
        length);
  }
}
