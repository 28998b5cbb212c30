package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;

/**
 * A receive and a send at the same time, complete when both are (MPI 4.1, section 3.11). The
 * receive is posted first, so a message to oneself needs no copy in between.
 */
public final class SendReceiveOperation extends ReceiveOperation {

  private Memory data;
  private long bytes;
  private int destination;
  private int sendTag;
  private boolean replaces;
  private Signature signature;
  private MemorySegment copy;
  private boolean sent;

  public SendReceiveOperation(Context context) {
    super(context);
  }

  /**
   * Sets what the next run sends, and to whom.
   *
   * @param isReplaced whether the memory is received into as well: then a copy is sent
   * @param itsSignature the elements, where messages say what they are made of; null where they do
   *     not
   */
  public void send(
      Memory itsData,
      long itsBytes,
      int itsDestination,
      int itsTag,
      boolean isReplaced,
      Signature itsSignature) {
    data = itsData;
    bytes = itsBytes;
    destination = itsDestination;
    sendTag = itsTag;
    replaces = isReplaced;
    signature = itsSignature;
  }

  @Override
  protected void start() {
    sent = destination == Context.PROC_NULL;
    Memory source = sent || (!replaces && signature == null) ? data : copied();
    super.start();
    if (!sent) {
      long wire = Tags.pointToPoint(context().number(), engine().rank(), sendTag);
      long length = signature == null ? bytes : TypedMessage.HEADER + bytes;
      send(1, 0, context().process(destination), wire, source, 0, length);
    }
  }

  private Memory copied() {
    if (signature == null) {
      copy = engine().pool().acquire(bytes);
      data.read(0, copy, 0, bytes);
    } else {
      copy = TypedMessage.of(data, bytes, signature, engine().pool());
    }
    return Memory.of(copy);
  }

  @Override
  protected void onSent(int child, int segment) {
    sent = true;
  }

  @Override
  protected boolean finished() {
    return sent && super.finished();
  }

  @Override
  protected void onEnd(boolean failed) {
    if (copy != null && !failed) {
      engine().pool().release(copy);
    }
    copy = null;
    super.onEnd(failed);
  }

  @Override
  public String whyNotCancelled() {
    return SendOperation.NOT_CANCELLED;
  }

  @Override
  public RuntimeException obstacle() {
    RuntimeException ofReceive = super.obstacle();
    return ofReceive != null ? ofReceive : context().health().obstacle(this::describe, destination);
  }

  @Override
  public String describe() {
    return SendOperation.describe(context(), bytes, destination, sendTag)
        + " and "
        + super.describe();
  }
}
