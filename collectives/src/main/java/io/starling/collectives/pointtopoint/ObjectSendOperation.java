package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/**
 * One object to one rank, or to PROC_NULL:
 *
 * <pre>
 *   first block      at most 4 KiB, with the tag of the object
 *   rest             if the object is longer  ┐ with a tag that no other message has,
 *   arrays           one message each         ┘ in this order
 * </pre>
 *
 * <p>A step of a collective needs all ranks of the communicator, and fails with any of them.
 */
public final class ObjectSendOperation extends Operation implements MessageOperation {

  private final Context context;
  private ParcelWriter parcel;
  private int destination;
  private long tag;
  private int unsent;
  private boolean isStep;

  public ObjectSendOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets what the next run sends, and its destination.
   *
   * @param itsTag the tag of the bytes
   * @param isStepOfCollective whether it needs all ranks
   */
  public void use(
      ParcelWriter itsParcel, int itsDestination, long itsTag, boolean isStepOfCollective) {
    parcel = itsParcel;
    destination = itsDestination;
    tag = itsTag;
    isStep = isStepOfCollective;
  }

  @Override
  protected void start() {
    if (destination == Context.PROC_NULL) {
      unsent = 0;
      return;
    }
    int process = context.process(destination);
    int first = Math.min(parcel.length(), ParcelWriter.BLOCK);
    int rest = parcel.length() - first;
    unsent = 1 + (rest > 0 ? 1 : 0) + parcel.arrays();
    send(0, 0, process, tag, parcel.contents(), 0, first);
    long ownTag = Tags.array(engine().rank(), parcel.number());
    if (rest > 0) {
      send(1, 0, process, ownTag, parcel.contents(), first, rest);
    }
    for (int i = 0; i < parcel.arrays(); i++) {
      var array = parcel.array(i);
      send(2 + i, 0, process, ownTag, array, 0, array.byteSize());
    }
  }

  @Override
  protected void onSent(int child, int segment) {
    unsent--;
  }

  @Override
  protected boolean finished() {
    return unsent == 0;
  }

  @Override
  protected void onEnd(boolean failed) {
    parcel = null;
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  public String whyNotCancelled() {
    return SendOperation.NOT_CANCELLED;
  }

  @Override
  public RuntimeException obstacle() {
    return isStep
        ? context.health().obstacle(this::describe)
        : context.health().obstacle(this::describe, destination);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return destination == Context.PROC_NULL
        ? "send of an object to PROC_NULL"
        : "send of an object to rank %d".formatted(context.process(destination));
  }
}
