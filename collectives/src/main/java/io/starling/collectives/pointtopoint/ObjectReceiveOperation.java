package io.starling.collectives.pointtopoint;

import io.starling.collectives.Codec;
import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.CancellableOperation;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * One object from one rank, from any, or from PROC_NULL, as {@link ObjectSendOperation} sends it.
 * The first block has a known length, so the receive is posted like any other; what follows is
 * posted when the block has come and says what it is.
 *
 * <pre>
 *   block ──> rest, if there is one ──> arrays, each straight into its place ──> parcel
 * </pre>
 *
 * <p>What the codec refuses, or memory does not hold, is received into nothing: a message that is
 * longer than its receive is lost, which is meant here. So the sender ends, and the parcel says why
 * there is no object.
 */
public final class ObjectReceiveOperation extends CancellableOperation implements MessageOperation {

  private static final int FIRST = 0;
  private static final int REST = 1;
  private static final int ARRAYS = 2;

  private final Context context;
  private final byte[] block = new byte[ParcelWriter.BLOCK];
  private final Memory blockMemory = Memory.of(MemorySegment.ofArray(block));
  private Envelope envelope;
  private long tag;
  private Supplier<String> step;
  private MessageInfo matched;
  private Codec codec;
  private long firstTag;
  private int firstBytes;
  private byte[] bytes;
  private ParcelReader parcel;
  private boolean hasBegun;
  private int missing;

  public ObjectReceiveOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets what the next run receives.
   *
   * @param itsMatched the message that a matched probe has taken out of the queue, or null
   * @param itsCodec is asked which arrays are accepted
   */
  public void use(Envelope itsEnvelope, MessageInfo itsMatched, Codec itsCodec) {
    envelope = itsEnvelope;
    tag = envelope.objectTag(context);
    step = null;
    matched = itsMatched;
    codec = itsCodec;
  }

  /**
   * Sets the step of a collective that the next run receives. It needs all ranks, and fails with
   * any of them.
   *
   * @param itsStep describes it
   */
  public void useStep(int source, long itsTag, Supplier<String> itsStep, Codec itsCodec) {
    envelope = new Envelope(source, 0);
    tag = itsTag;
    step = itsStep;
    matched = null;
    codec = itsCodec;
  }

  @Override
  protected void start() {
    forgetCancel();
    bytes = null;
    parcel = null;
    hasBegun = envelope.isOfNobody();
    missing = hasBegun ? 0 : 1;
    if (hasBegun) {
      return;
    }
    int process = envelope.process(context);
    if (matched != null) {
      receiveMatched(process, matched, blockMemory, 0, block.length);
    } else {
      receive(FIRST, 0, process, tag, mask(), blockMemory, 0, block.length);
    }
  }

  private long mask() {
    return step == null ? envelope.mask() : Tags.EXACT;
  }

  @Override
  protected void onMessage(int peer, long messageTag, long length, long expected) {
    if (hasBegun) {
      super.onMessage(peer, messageTag, length, expected);
    } else {
      firstTag = messageTag;
      firstBytes = Math.toIntExact(length);
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    missing--;
    switch (child) {
      case FIRST -> open();
      case REST -> receiveArrays(new ParcelReader(bytes));
      default -> {}
    }
  }

  @Override
  protected boolean onTruncated() {
    boolean isDropped = parcel != null;
    missing -= isDropped ? 1 : 0;
    return isDropped;
  }

  private void open() {
    hasBegun = true;
    int length = ParcelReader.length(block, firstBytes);
    try {
      bytes = Arrays.copyOf(block, length);
    } catch (OutOfMemoryError e) {
      parcel = ParcelReader.withoutMemory(length, e);
      drop(1 + ParcelReader.arrays(block, 0, length));
      return;
    }
    if (length > firstBytes) {
      missing++;
      receiveNext(REST, Memory.of(MemorySegment.ofArray(bytes)), firstBytes, length - firstBytes);
    } else {
      receiveArrays(new ParcelReader(bytes));
    }
  }

  private void receiveArrays(ParcelReader itsParcel) {
    parcel = itsParcel;
    int count = parcel.arrays();
    if (count > 0 && !(parcel.isAccepted(codec) && parcel.allocate())) {
      drop(count);
      return;
    }
    missing += count;
    for (int i = 0; i < count; i++) {
      Memory array = parcel.array(i);
      receiveNext(ARRAYS + i, array, 0, array.byteSize());
    }
  }

  private void drop(int count) {
    missing += count;
    for (int i = 0; i < count; i++) {
      receiveNext(ARRAYS + i, Memory.EMPTY, 0, 0);
    }
  }

  private void receiveNext(int child, Memory into, long offset, long length) {
    int process = Tags.sourceOf(firstTag);
    long itsTag = Tags.array(process, ParcelReader.number(block));
    receive(child, 0, process, itsTag, Tags.EXACT, into, offset, length);
  }

  @Override
  protected boolean finished() {
    return isCancelled() || missing == 0;
  }

  /** Once the first block has come, the object is received. */
  @Override
  public void cancel() {
    if (!hasBegun) {
      super.cancel();
    }
  }

  /** What came, and forgets it; null from PROC_NULL. */
  public ParcelReader takeParcel() {
    ParcelReader taken = parcel;
    parcel = null;
    bytes = null;
    return taken;
  }

  /** Source, tag and length with arrays; to be asked once it is complete, before the parcel is. */
  public Status status() {
    return envelope.isOfNobody()
        ? Envelope.NOBODY
        : Envelope.status(context, firstTag, parcel.messageBytes());
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  public RuntimeException obstacle() {
    if (step != null) {
      return context.health().obstacle(this::describe);
    }
    boolean isKnown = hasBegun && !envelope.isOfNobody();
    int source = isKnown ? context.rankOf(Tags.sourceOf(firstTag)) : envelope.source();
    return context.health().obstacle(this::describe, source);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return step == null
        ? "receive of an object " + envelope.describe(context)
        : step.get() + ", from rank " + context.process(envelope.source());
  }
}
