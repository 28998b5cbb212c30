package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/**
 * One object to one rank, or to PROC_NULL: a message with its bytes, and one for each array beside
 * them. The arrays have a tag that no other message has, and come in their order.
 */
public final class ObjectSendOperation extends Operation implements MessageOperation {

  private final Context context;
  private ParcelWriter parcel;
  private int destination;
  private long tag;
  private long number;
  private int unsent;

  public ObjectSendOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets what the next run sends, and its destination.
   *
   * @param itsTag the tag of the bytes
   * @param itsNumber the number of the arrays' tag, which the parcel says
   */
  public void use(ParcelWriter itsParcel, int itsDestination, long itsTag, long itsNumber) {
    parcel = itsParcel;
    destination = itsDestination;
    tag = itsTag;
    number = itsNumber;
  }

  @Override
  protected void start() {
    if (destination == Context.PROC_NULL) {
      unsent = 0;
      return;
    }
    int process = context.process(destination);
    unsent = 1 + parcel.arrays();
    send(0, 0, process, tag, parcel.contents(), 0, parcel.length());
    long arrayTag = Tags.array(engine().rank(), number);
    for (int i = 0; i < parcel.arrays(); i++) {
      var array = parcel.array(i);
      send(1 + i, 0, process, arrayTag, array, 0, array.byteSize());
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
    return context.health().obstacle(this::describe, destination);
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
