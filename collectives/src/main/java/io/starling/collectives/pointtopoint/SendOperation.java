package io.starling.collectives.pointtopoint;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;

/** One message to one rank. */
public final class SendOperation extends Operation {

  private final int context;
  private MemorySegment data;
  private long bytes;
  private int destination;
  private int tag;
  private boolean sent;

  public SendOperation(Engine engine, int context) {
    super(engine);
    this.context = context;
  }

  /** Sets what the next run sends, and to whom. */
  public void use(MemorySegment itsData, long itsBytes, int itsDestination, int itsTag) {
    data = itsData;
    bytes = itsBytes;
    destination = itsDestination;
    tag = itsTag;
  }

  @Override
  protected void start() {
    sent = false;
    long wire = Tags.pointToPoint(context, engine().rank(), tag);
    send(0, 0, destination, wire, data, 0, bytes);
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
    return "send of " + bytes + " bytes to rank " + destination + " with tag " + tag;
  }
}
