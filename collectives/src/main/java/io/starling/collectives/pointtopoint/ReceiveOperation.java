package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Status;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.CancellableOperation;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.MessageOperation;
import java.lang.foreign.MemorySegment;

/** One message from one rank, from any, or from PROC_NULL. */
public class ReceiveOperation extends CancellableOperation implements MessageOperation {

  private final Context context;
  private Envelope envelope;
  private MessageInfo matched;
  private Memory into;
  private long capacity;
  private Signature signature;
  private MemorySegment typed;
  private long receivedTag;
  private long receivedBytes;
  private boolean received;

  public ReceiveOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets where the next run receives, and what.
   *
   * @param itsSignature the elements that are expected where messages say what they are made of;
   *     null where they do not
   */
  public final void receiveInto(
      Memory itsInto, long itsCapacity, int source, int tag, Signature itsSignature) {
    into = itsInto;
    capacity = itsCapacity;
    if (envelope == null || envelope.source() != source || envelope.tag() != tag) {
      envelope = new Envelope(source, tag);
    }
    signature = itsSignature;
  }

  /** Sets the message that a matched probe has taken out of the queue, for the next run. */
  public final void useMessage(MessageInfo message) {
    matched = message;
  }

  @Override
  protected void start() {
    forgetCancel();
    received = envelope.isOfNobody();
    if (received) {
      return;
    }
    if (signature == null) {
      post(into, capacity);
    } else {
      typed = engine().pool().acquire(TypedMessage.HEADER + capacity);
      post(Memory.of(typed), TypedMessage.HEADER + capacity);
    }
  }

  private void post(Memory itsInto, long itsCapacity) {
    if (matched != null) {
      receiveMatched(envelope.process(context), matched, itsInto, 0, itsCapacity);
      return;
    }
    receive(
        0,
        0,
        envelope.process(context),
        envelope.wireTag(context),
        envelope.mask(),
        itsInto,
        0,
        itsCapacity);
  }

  @Override
  protected final void onMessage(int peer, long messageTag, long bytes, long expected) {
    receivedTag = messageTag;
    receivedBytes = bytes - headerBytes();
  }

  private long headerBytes() {
    return signature == null ? 0 : TypedMessage.HEADER;
  }

  @Override
  protected final void onReceived(int child, int segment) {
    if (typed != null) {
      TypedMessage.unpack(typed, receivedBytes, into, signature);
    }
    received = true;
  }

  /** A receive that failed may still be written to: its memory is left to the collector. */
  @Override
  protected void onEnd(boolean failed) {
    if (typed != null && !failed) {
      engine().pool().release(typed);
    }
    typed = null;
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  protected boolean finished() {
    return received || isCancelled();
  }

  /** What came; to be asked once it is complete. */
  public final Status status() {
    return envelope.isOfNobody()
        ? Envelope.NOBODY
        : Envelope.status(context, receivedTag, receivedBytes);
  }

  final Context context() {
    return context;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe, envelope.source());
  }

  @Override
  protected final RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return "receive of at most " + capacity + " bytes " + envelope.describe(context);
  }
}
