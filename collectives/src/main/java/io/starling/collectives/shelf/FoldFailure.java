package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * A rank that can't fold a segment, such as one whose operator has thrown, says so to all groups.
 * The segment has no result, so no reduce on these shelves ends any more, and all must fail.
 *
 * <pre>
 * rank that failed > its shelf, the others of its node, the first one of each node
 *                                                        └> any rank of that group > the others of its node
 * </pre>
 *
 * Invariant: a shelf that says so goes on saying it; of two ranks that fail at the same time it
 * names either.
 */
final class FoldFailure extends CollectiveOperation {

  private final FoldShelves shelves;
  private final Memory word = Memory.of(Arena.ofAuto().allocate(ValueLayout.JAVA_LONG));
  private RuntimeException reason;
  private int open;

  FoldFailure(Context context, FoldShelves shelves) {
    super(context);
    this.shelves = shelves;
  }

  /** Throws if this rank's shelf says that a rank has failed. */
  void throwIfSaid() {
    long failed = shelves.own().failed();
    if (failed != 0) {
      reason =
          new StarlingException(
              "rank %d failed to fold a segment, perhaps because the reduction operator threw; the error of that rank says why. No reduce on these shelves ends any more: mend the cause, or go on with a duplicate of the communicator, or with another algorithm than shelf"
                  .formatted(failed - 1));
      throw reason;
    }
  }

  /** This rank folds no more; the other groups must hear of it. */
  void tell(RuntimeException why) {
    reason = reason == null ? why : reason;
    // Of these all ranks hear elsewhere.
    if (!(why instanceof RankFailedException || why instanceof CommunicatorRevokedException)) {
      begin();
    }
  }

  /** Why all reduces fail; null as long as they do not, or others do not know yet. */
  RuntimeException reason() {
    return isDone() ? reason : null;
  }

  @Override
  public void useMemory(Memory data, Memory result) {}

  @Override
  protected void start() {
    FoldShelf own = shelves.own();
    long known = own.failed();
    boolean isNews = known == 0;
    long failed = isNews ? context().process(context().rank()) + 1L : known;
    word.segment().set(ValueLayout.JAVA_LONG, 0, failed);
    Groups groups = shelves.groups();
    for (int group = 0; group < groups.here().size(); group++) {
      tell(shelves.ofGroup(group), failed);
    }
    for (int node = 0; isNews && node < groups.nodes().nodes(); node++) {
      if (node != groups.node()) {
        tell(shelves.numbered(node), failed);
      }
    }
  }

  private void tell(FoldShelf shelf, long failed) {
    if (shelf.words().hasWords()) {
      shelf.setFailed(failed);
      return;
    }
    open++;
    access(
        0, 0, Access.PUT, shelf.words(), shelf.owner(), word, 0, shelf.failedPlace(), Long.BYTES);
  }

  @Override
  protected void onReceived(int child, int segment) {
    open--;
  }

  @Override
  protected boolean finished() {
    return open == 0;
  }

  @Override
  public String describe() {
    return "news of a failure on shelves";
  }
}
