package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Folds one segment at a time for a group: what lies in the lanes, in the order of ranks, and then
 * the results of child groups.
 *
 * <pre>
 * lane 0  ┐
 * lane 1  ┴fold> scratch ┐
 * lane 2  ───────────────┴fold> scratch ... ┐
 * last child group  ────────────────────────┴fold> result     ready, and told to the parent
 * </pre>
 *
 * Invariant: only the last fold writes to the shelf, and every rank that folds a segment writes the
 * same bytes. So another one may fold it again if this rank is away.
 */
abstract class SegmentFold extends CollectiveOperation {

  static final int NONE = -1;

  private static final int RESULT = 1;
  private static final int FETCH = 2;
  private static final int OFFER = 3;
  private static final int FLUSH = 4;

  /** The first number of accesses of subclasses. */
  static final int OTHERS = 5;

  private final FoldShelves shelves;
  private final Memory numbers;
  private FoldRun run;
  private long number = NONE;
  private int operand;
  private boolean isFetching;
  private boolean isFetched;
  private boolean isWaiting;
  private long offered;
  private int offers;
  private MemorySegment scratch;
  private Memory scratchMemory;
  private long scratchBytes;

  SegmentFold(Context context, FoldShelves shelves) {
    super(context);
    this.shelves = shelves;
    numbers = Memory.of(Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, shelves.slots()));
  }

  /** A segment is ready, by this rank or another one. */
  abstract void folded(boolean byThis);

  final FoldShelves shelves() {
    return shelves;
  }

  @Override
  public final void useMemory(Memory data, Memory result) {}

  final boolean isFolding() {
    return number != NONE;
  }

  /** Whether accesses to other shelves are open. */
  final boolean isOffering() {
    return offers > 0;
  }

  /** The number below which it touches nothing, or the largest one. */
  final long touched() {
    long fold = number == NONE ? Long.MAX_VALUE : number;
    return offers > 0 ? Math.min(fold, offered) : fold;
  }

  /** Begins to fold a segment that this rank has claimed. */
  final void beginFold(long itsNumber) {
    number = itsNumber;
    isWaiting = false;
    run = shelves.run(number);
    operand = 0;
    isFetched = false;
    long bytes = run.length(number);
    if (scratchBytes < bytes) {
      release();
      scratch = engine().pool().acquire(2 * bytes);
      scratchMemory = Memory.of(scratch);
      scratchBytes = bytes;
    }
    if (run.farChildren().length > 0) {
      fetch(0);
    }
    next();
  }

  private int segment() {
    return Math.toIntExact(number - run.first());
  }

  private boolean isFar(int index) {
    return index >= shelves.own().members() + run.children() - run.farChildren().length;
  }

  /** Gets the result of a far child. */
  private void fetch(int index) {
    isFetching = true;
    FoldShelf child = shelves.numbered(run.farChildren()[index]);
    access(
        FETCH,
        segment(),
        Access.GET,
        child.data(),
        child.owner(),
        scratchMemory,
        scratchBytes,
        child.resultPlace(number),
        run.length(number));
  }

  /** Folds the next operand, unless another rank was faster. */
  private void next() {
    FoldShelf own = shelves.own();
    if (own.isReady(number)) {
      isWaiting = isFetching;
      if (!isWaiting) {
        number = NONE;
        folded(false);
      }
      return;
    }
    int operands = own.members() + run.children();
    if (operands == 1) {
      long place = own.place(0, number);
      long result = own.resultPlace(number);
      long length = run.length(number);
      access(
          RESULT,
          segment(),
          Access.PUT,
          own.data(),
          own.owner(),
          own.memory(),
          place,
          result,
          length);
      return;
    }
    int right = operand + 1;
    isWaiting = isFar(right) && !isFetched;
    if (isWaiting) {
      return;
    }
    boolean isFirst = operand == 0;
    boolean isLast = right == operands - 1;
    fold(
        right,
        segment(),
        run.fold(),
        isFirst ? own.memory() : scratchMemory,
        isFirst ? own.place(0, number) : 0,
        memoryOf(right),
        placeOf(right),
        isLast ? own.memory() : scratchMemory,
        isLast ? own.resultPlace(number) : 0,
        run.length(number));
  }

  private Memory memoryOf(int index) {
    FoldShelf own = shelves.own();
    return index < own.members()
        ? own.memory()
        : isFar(index) ? scratchMemory : shelves.ofGroup(run.nearChild()).memory();
  }

  private long placeOf(int index) {
    FoldShelf own = shelves.own();
    return index < own.members()
        ? own.place(index, number)
        : isFar(index) ? scratchBytes : shelves.ofGroup(run.nearChild()).resultPlace(number);
  }

  @Override
  protected final void onFolded(int index, int segment) {
    operand = index;
    int operands = shelves.own().members() + run.children();
    if (index == operands - 1) {
      publish();
      return;
    }
    if (isFar(index)) {
      isFetched = false;
      fetch(index + 1 - (operands - run.farChildren().length));
    }
    next();
  }

  @Override
  protected void onReceived(int access, int segment) {
    switch (access) {
      case RESULT -> {
        FoldShelf own = shelves.own();
        if (own.data().needsFlush()) {
          access(FLUSH, segment, Access.FLUSH, own.data(), own.owner(), scratchMemory, 0, 0, 0);
        } else {
          publish();
        }
      }
      case FLUSH -> publish();
      case FETCH -> {
        isFetching = false;
        isFetched = true;
        // Otherwise a fold is open, whose end goes on.
        if (isWaiting) {
          next();
        }
      }
      case OFFER -> offers--;
      default -> throw new IllegalStateException("access " + access);
    }
  }

  /** The result is ready. */
  private void publish() {
    FoldShelf own = shelves.own();
    own.setReady(number);
    int parent = shelves.parent(run);
    if (parent != NONE && shelves.isFar(parent)) {
      offer(shelves.numbered(parent));
    }
    number = NONE;
    folded(true);
  }

  private void offer(FoldShelf parent) {
    offered = offers > 0 ? Math.min(offered, number) : number;
    offers++;
    long index = Math.floorMod(number, (long) shelves.slots());
    numbers.segment().setAtIndex(ValueLayout.JAVA_LONG, index, number + 1);
    access(
        OFFER,
        segment(),
        Access.PUT,
        parent.words(),
        parent.owner(),
        numbers,
        index * Long.BYTES,
        parent.arrivedPlace(shelves.numberAtParent(run), number),
        Long.BYTES);
  }

  private void release() {
    if (scratch != null) {
      engine().pool().release(scratch);
      scratch = null;
    }
    scratchBytes = 0;
  }

  @Override
  protected void onEnd(boolean failed) {
    if (!failed) {
      release();
    }
  }
}
