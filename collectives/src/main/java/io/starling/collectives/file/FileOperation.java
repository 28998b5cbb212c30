package io.starling.collectives.file;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * A call of all ranks on a file. At its end the ranks agree whether it has succeeded, up and down a
 * binomial tree, so that a failure of one is an error on all, and none waits for it.
 *
 * <pre>
 * ranks 1 to 3                         rank 0
 * own part, verdicts of children ────> own part, verdicts of children
 *             the verdict of all <──── the verdict of all
 * </pre>
 *
 * <p>A rank takes part also if its arguments are wrong: then its part is to say so.
 */
abstract class FileOperation extends CollectiveOperation {

  private static final int UP = 0;
  private static final int DOWN = 1;

  /** The first segment that is no verdict. */
  static final int FIRST_SEGMENT = 2;

  private final String call;
  private final int parent;
  private final int[] children;
  private final RuntimeException refusal;
  private MemorySegment area;
  private Memory memory;
  private int missing;
  private int sends;
  private boolean concluded;
  private boolean decided;
  private long ownNumber;
  private long number;
  private RuntimeException ownFailure;

  /**
   * A call.
   *
   * @param call the same text on all ranks
   * @param refusal why this rank can't take part as it should; null if it can
   */
  FileOperation(Context context, String call, RuntimeException refusal) {
    super(context);
    this.call = call;
    this.refusal = refusal;
    int rank = context.rank();
    int lowest = rank == 0 ? context.size() : Integer.lowestOneBit(rank);
    parent = rank == 0 ? Context.PROC_NULL : rank & rank - 1;
    children =
        IntStream.iterate(1, bit -> bit < lowest && rank + bit < context.size(), bit -> bit << 1)
            .map(bit -> rank + bit)
            .toArray();
  }

  /** Posts the first transfers of this rank's part, or {@linkplain #conclude concludes}. */
  abstract void startPart();

  /** A message of this rank's part has arrived. */
  void onPartReceived(int child, int segment) {}

  /** A message of this rank's part was sent. */
  void onPartSent(int child, int segment) {}

  /** Frees what this rank's part has used; no transfer uses it any more. */
  void release() {}

  /** The call is over, with success or failure. */
  void ended() {}

  @Override
  public final void useMemory(Memory data, Memory result) {}

  /** What the root tells all others if the call succeeds. */
  final void tell(long itsNumber) {
    ownNumber = itsNumber;
  }

  /** What the root has told; after a success. */
  final long toldNumber() {
    return number;
  }

  final RuntimeException refusal() {
    return refusal;
  }

  @Override
  protected final void start() {
    int blocks = children.length + 2;
    area = engine().pool().acquire(blocks * Verdict.BYTES);
    memory = Memory.of(area);
    missing = children.length;
    for (int i = 0; i < children.length; i++) {
      receiveFrom(children[i], i, UP, memory, (i + 1) * Verdict.BYTES, Verdict.BYTES);
    }
    startPart();
  }

  private Verdict verdict(int number) {
    return new Verdict(area.asSlice(number * Verdict.BYTES, Verdict.BYTES));
  }

  /**
   * This rank has done its part.
   *
   * @param failure why it could not; null if it could
   */
  final void conclude(RuntimeException failure) {
    ownFailure = refusal == null ? failure : refusal;
    if (ownFailure == null) {
      verdict(0).succeeded(engine().rank(), call, ownNumber);
    } else {
      verdict(0).failed(engine().rank(), reason(ownFailure));
    }
    concluded = true;
    passUp();
  }

  /** Without the rank, which the verdict names. */
  private String reason(RuntimeException failure) {
    String words = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String prefix = "rank %d: ".formatted(engine().rank());
    return words.startsWith(prefix) ? words.substring(prefix.length()) : words;
  }

  private void passUp() {
    if (!concluded || missing > 0) {
      return;
    }
    for (int i = 0; i < children.length; i++) {
      verdict(0).add(verdict(i + 1));
    }
    if (parent == Context.PROC_NULL) {
      passDown(0);
    } else {
      sends++;
      sendTo(parent, 0, UP, memory, 0, Verdict.BYTES, false);
      int last = children.length + 1;
      receiveFrom(parent, 0, DOWN, memory, last * Verdict.BYTES, Verdict.BYTES);
    }
  }

  private void passDown(int from) {
    for (int child : children) {
      sends++;
      sendTo(child, 0, DOWN, memory, from * Verdict.BYTES, Verdict.BYTES, false);
    }
    number = verdict(from).number();
    decided = true;
    end();
  }

  @Override
  protected final void onReceived(int child, int segment) {
    if (segment == UP) {
      missing--;
      passUp();
    } else if (segment == DOWN) {
      passDown(children.length + 1);
    } else {
      onPartReceived(child, segment);
    }
  }

  @Override
  protected final void onSent(int child, int segment) {
    if (segment < FIRST_SEGMENT) {
      sends--;
      end();
    } else {
      onPartSent(child, segment);
    }
  }

  /** Throws the failure of the call, so that the operation fails. */
  private void end() {
    if (!decided || sends > 0) {
      return;
    }
    if (ownFailure != null) {
      throw ownFailure;
    }
    Verdict last = verdict(parent == Context.PROC_NULL ? 0 : children.length + 1);
    if (last.isFailure()) {
      throw new StarlingException(
          "rank %d: rank %d has failed: %s".formatted(engine().rank(), last.rank(), last.text()));
    }
  }

  @Override
  protected final boolean finished() {
    return decided && sends == 0;
  }

  /** Memory that a transfer may still use is left to the garbage collector. */
  @Override
  protected final void onEnd(boolean failed) {
    ended();
    if (finished()) {
      engine().pool().release(area);
      release();
    }
  }

  @Override
  public String describe() {
    return call;
  }
}
