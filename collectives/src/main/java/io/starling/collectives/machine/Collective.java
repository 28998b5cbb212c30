package io.starling.collectives.machine;

import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/**
 * A machine of a collective. Its plan is fixed; what changes from run to run is the memory and the
 * tag.
 *
 * <p>Tags of segments are {@code tag + source + segment}, see {@link Tags}.
 */
public abstract class Collective extends Operation {

  private final Context context;
  private final long sourceOfMine;
  private long tag;

  protected Collective(Context context) {
    super(context.engine());
    this.context = context;
    sourceOfMine = Tags.source(context.engine().rank());
  }

  @Override
  protected String whyNotCancelled() {
    return "a collective can't be cancelled (MPI 4.1, section 6.12): all ranks complete it";
  }

  @Override
  protected RuntimeException obstacle() {
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
   * Sets the memory of the next run, as the collective's call names it; null where it has none.
   *
   * @param data what this rank contributes; of a broadcast, what is broadcast
   * @param result what this rank gets
   */
  public abstract void useMemory(Memory data, Memory result);

  /** Sets the tag of the next run, which all ranks derive alike. */
  public final void useTag(long next) {
    tag = next;
  }

  /** Whether a run with this tag is open; a machine that is used again may be open with another. */
  public final boolean isUnderWayWith(long itsTag) {
    return tag == itsTag && !isDone();
  }

  /** The tag of this run. */
  protected final long tag() {
    return tag;
  }

  /**
   * Sends a segment to a child or to the parent; {@code confirmed} sends are complete when their
   * receive was found.
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
