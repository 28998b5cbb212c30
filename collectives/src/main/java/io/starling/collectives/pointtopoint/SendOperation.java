package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;

/** One message to one rank, or to PROC_NULL. */
public class SendOperation extends Operation implements MessageOperation {

  static final String NOT_CANCELLED =
      "a send can't be cancelled (MPI 4.1 deprecates it, section 3.8.4); the receiver may take the"
          + " message and drop it";

  private final Context context;
  private Memory data;
  private long bytes;
  private int destination;
  private int tag;
  private boolean synchronous;
  private boolean sent;
  private Signature signature;
  private MemorySegment typed;

  public SendOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets what the next run sends, and its destination.
   *
   * @param itsSignature the elements, where messages say what they are made of; null where they do
   *     not
   */
  public void use(
      Memory itsData,
      long itsBytes,
      int itsDestination,
      int itsTag,
      boolean isSynchronous,
      Signature itsSignature) {
    data = itsData;
    bytes = itsBytes;
    destination = itsDestination;
    tag = itsTag;
    synchronous = isSynchronous;
    signature = itsSignature;
  }

  @Override
  protected void start() {
    sent = destination == Context.PROC_NULL;
    if (sent) {
      return;
    }
    if (signature == null) {
      send(data, bytes);
    } else {
      typed = TypedMessage.of(data, bytes, signature, engine().pool());
      send(Memory.of(typed), TypedMessage.HEADER + bytes);
    }
  }

  private void send(Memory message, long length) {
    long wire = Tags.pointToPoint(context.number(), engine().rank(), tag);
    if (synchronous) {
      sendSynchronously(0, 0, context.process(destination), wire, message, 0, length);
    } else {
      send(0, 0, context.process(destination), wire, message, 0, length);
    }
  }

  @Override
  protected void onEnd(boolean failed) {
    if (typed != null && !failed) {
      engine().pool().release(typed);
    }
    typed = null;
  }

  @Override
  protected void onSent(int child, int segment) {
    sent = true;
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  protected boolean finished() {
    return sent;
  }

  @Override
  public String whyNotCancelled() {
    return NOT_CANCELLED;
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
    return (synchronous ? "synchronous " : "") + describe(context, bytes, destination, tag);
  }

  static String describe(Context context, long bytes, int destination, int tag) {
    String who =
        destination == Context.PROC_NULL ? "PROC_NULL" : "rank " + context.process(destination);
    return "send of " + bytes + " bytes to " + who + " with tag " + tag;
  }
}
