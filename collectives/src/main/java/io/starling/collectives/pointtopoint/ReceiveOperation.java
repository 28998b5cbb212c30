package io.starling.collectives.pointtopoint;

import io.starling.collectives.machine.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Status;
import io.starling.runtime.progress.Tags;

/** One message from one rank or from any. */
public final class ReceiveOperation extends Operation {

  /** Instead of a source or a tag: any. */
  public static final int ANY = -1;

  private final Context context;
  private Memory into;
  private long capacity;
  private int source;
  private int tag;
  private long receivedTag;
  private long receivedBytes;
  private boolean received;

  public ReceiveOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /** Sets where the next run receives, and from whom; source and tag may be {@link #ANY}. */
  public void use(Memory itsInto, long itsCapacity, int itsSource, int itsTag) {
    into = itsInto;
    capacity = itsCapacity;
    source = itsSource;
    tag = itsTag;
  }

  @Override
  protected void start() {
    received = false;
    long wire = Tags.pointToPoint(context.number(), Math.max(0, source), Math.max(0, tag));
    int peer = source == ANY ? ANY : context.process(source);
    receive(0, 0, peer, wire, Tags.mask(source == ANY, tag == ANY), into, 0, capacity);
  }

  @Override
  protected void onMessage(int peer, long messageTag, long bytes, long expected) {
    receivedTag = messageTag;
    receivedBytes = bytes;
  }

  @Override
  protected void onReceived(int child, int segment) {
    received = true;
  }

  @Override
  protected boolean finished() {
    return received;
  }

  /** What came; to be asked once it is complete. */
  public Status status() {
    return new Status(Tags.sourceOf(receivedTag), Tags.userTagOf(receivedTag), receivedBytes);
  }

  @Override
  public String describe() {
    return "receive of at most "
        + capacity
        + " bytes from "
        + (source == ANY ? "any rank" : "rank " + context.process(source))
        + " with "
        + (tag == ANY ? "any tag" : "tag " + tag);
  }
}
