package io.starling.collectives.board;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Board;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * A collective in one exchange on a board, which XHC and SMHC of Open MPI and the release-gather of
 * MPICH do with other layouts.
 *
 * <pre>
 * barrier                               all post nothing     all wait for all
 * broadcast, scatter                    the root posts       the others wait for it, and copy
 * reduce, gather                        all post             the root waits, and folds or copies
 * allreduce, reduce-scatter,            all post             all wait, and fold or copy
 * allgather, alltoall
 * </pre>
 *
 * Operands are folded in the order of the ranks, so all ranks get the same bits. A rank's own data
 * is read from its post too: the result may lie where the data was.
 */
public final class BoardOperation extends CollectiveOperation {

  private final Board board;
  private final BoardTask task;
  private final Problem problem;
  private final Fold fold;
  private final int size;
  private final boolean posts;
  private final int from;
  private final long length;
  private final MemorySegment scratch;
  private Memory data;
  private Memory result;
  private boolean over;

  /**
   * An operation on the board of a communicator.
   *
   * @param fold the fold, or null if nothing is folded
   */
  public BoardOperation(Context context, BoardTask task, Problem problem, Fold fold) {
    super(context);
    this.board = context.board();
    this.task = task;
    this.problem = problem;
    this.fold = fold;
    this.size = context.size();
    boolean isRoot = context.rank() == problem.root();
    posts = isRoot || !task.isFromRoot();
    from =
        switch (task.reader()) {
          case ALL -> Board.ALL;
          case ROOT -> isRoot ? Board.ALL : Board.NONE;
          case OTHERS -> isRoot ? Board.NONE : problem.root();
        };
    length = problem.data().end();
    scratch = MemorySegment.ofArray(new byte[fold == null ? 0 : (int) problem.result().end()]);
  }

  @Override
  public void useMemory(Memory itsData, Memory itsResult) {
    data = itsData;
    result = itsResult;
  }

  @Override
  protected void start() {
    over = false;
    if (!posts) {
      exchange(board, number(), null, 0, 0, from);
    } else if (problem.inPlace() == Problem.APART) {
      exchange(board, number(), data, 0, length, from);
    } else {
      exchange(board, number(), result, problem.inPlace(), length, from);
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    checkLengths();
    task.read(this);
    over = true;
  }

  private void checkLengths() {
    int first = from == Board.ALL ? 0 : Math.max(from, 0);
    int end = from == Board.ALL ? size : from + 1;
    for (int member = first; member < end; member++) {
      long bytes = board.length(member, number());
      if (bytes != length) {
        onMessage(context().process(member), tag(), bytes, length);
      }
    }
  }

  /** Copies a part of a member's post to a part of the result; of the data in a broadcast. */
  void copy(Memory into, int member, long offset, long intoOffset, long length) {
    into.write(intoOffset, board.memory(), board.place(member, number()) + offset, length);
  }

  /** Folds a part of all posts to the beginning of the result. */
  void fold(long offset, long length) {
    if (length == 0) {
      return;
    }
    MemorySegment posts = board.memory();
    boolean isDirect = result.isContiguous() && !result.isOnDevice();
    MemorySegment into = isDirect ? result.segment() : scratch;
    fold.fold(posts, place(0, offset), posts, place(1, offset), into, 0, length);
    for (int member = 2; member < size; member++) {
      fold.fold(into, 0, posts, place(member, offset), into, 0, length);
    }
    if (!isDirect) {
      result.write(0, scratch, 0, length);
    }
  }

  private long place(int member, long offset) {
    return board.place(member, number()) + offset;
  }

  Memory data() {
    return data;
  }

  Memory result() {
    return result;
  }

  Problem problem() {
    return problem;
  }

  int rank() {
    return context().rank();
  }

  int size() {
    return size;
  }

  boolean isRoot() {
    return rank() == problem.root();
  }

  @Override
  protected boolean finished() {
    return over;
  }

  @Override
  protected void onEnd(boolean failed) {
    board.end(number());
    data = null;
    result = null;
  }

  @Override
  public String describe() {
    return task.label() + " on a board";
  }
}
