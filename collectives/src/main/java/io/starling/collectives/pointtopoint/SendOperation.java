package io.starling.collectives.pointtopoint;

import io.starling.collectives.machine.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/** One message to one rank. */
public final class SendOperation extends Operation {

  private final Context context;
  private Memory data;
  private long bytes;
  private int destination;
  private int tag;
  private boolean sent;

  public SendOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /** Sets what the next run sends, and to whom. */
  public void use(Memory itsData, long itsBytes, int itsDestination, int itsTag) {
    data = itsData;
    bytes = itsBytes;
    destination = itsDestination;
    tag = itsTag;
  }

  @Override
  protected void start() {
    sent = false;
    long wire = Tags.pointToPoint(context.number(), context.rank(), tag);
    send(0, 0, context.process(destination), wire, data, 0, bytes);
  }

  @Override
  protected void onSent(int child, int segment) {
    sent = true;
  }

  @Override
  protected boolean finished() {
    return sent;
  }

  @Override
  public String describe() {
    return "send of "
        + bytes
        + " bytes to rank "
        + context.process(destination)
        + " with tag "
        + tag;
  }
}
