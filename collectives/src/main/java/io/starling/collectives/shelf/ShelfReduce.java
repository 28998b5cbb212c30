package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.tree.TreeShape;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory.Access;
import io.starling.runtime.reduction.Fold;

/**
 * A reduce that a rank without its processor holds back only as long as its contribution is
 * missing. Each rank copies its contribution into its lane on the shelf of its group. Any member
 * that is awake folds a segment of all lanes, and the results of child groups ({@link Folding}).
 * The root takes results from the shelf of its group.
 *
 * <pre>
 * data of each member > lanes ┐
 *                             ┴fold> result ┐   child group
 *                       lanes ┐             │
 *                             ┴─────────────┴fold> result > the root's result
 * </pre>
 *
 * Invariant: contributions of a rank come into its lane in the order of the reduces.
 */
public final class ShelfReduce extends ShelfOperation<FoldShelves> {

  private static final int GIVE = 0;
  private static final int TAKE = 1;
  private static final int FLUSH = 2;

  private final FoldShelves shelves;
  private final Route route;
  private final Fold fold;
  private final int root;
  private final boolean isRoot;
  private final int segments;
  private Memory data;
  private Memory result;
  private FoldRun run;
  private boolean isCopying;
  private boolean hasEntered;
  private boolean isReleased;
  private int given;
  private int taken;

  /**
   * An operation for a root.
   *
   * @param segmentBytes the length of segments before it is rounded to whole elements
   * @param elementBytes the packed length of an element
   * @param between the tree between nodes
   */
  public ShelfReduce(
      Context context,
      int root,
      long bytes,
      long segmentBytes,
      long elementBytes,
      Fold fold,
      TreeShape between) {
    super(
        context,
        FoldShelves.of(context, Math.max(segmentBytes, elementBytes)),
        bytes,
        Math.max(1, segmentBytes / elementBytes) * elementBytes);
    this.root = root;
    this.fold = fold;
    isRoot = context.rank() == root;
    shelves = shelves();
    segments = segments();
    route = Route.of(shelves.groups(), between, root);
  }

  @Override
  public void useMemory(Memory itsData, Memory itsResult) {
    data = itsData;
    result = itsResult;
  }

  @Override
  protected void start() {
    isCopying = false;
    hasEntered = false;
    isReleased = false;
    given = 0;
    taken = isRoot ? 0 : segments;
    if (isNothing()) {
      if (segments > 0 && !data.sameAs(result)) {
        Memory.copy(data, 0, result, 0, bytes());
      }
      return;
    }
    run = shelves.number(segments, bytes(), segmentBytes(), fold, route);
    if (isRoot) {
      run.keep(run.first());
    }
    beginToLook();
  }

  @Override
  protected boolean look() {
    if (!shelves.isComplete()) {
      return false;
    }
    Folding folding = shelves.folding();
    if (!hasEntered) {
      hasEntered = true;
      folding.enter(tag(), number());
    }
    if (folding.failure() != null) {
      RuntimeException reason = folding.whyNoneEnds();
      if (reason != null) {
        fail(reason);
      }
      return reason != null;
    }
    boolean moved = give() || take();
    if (!isReleased && given == segments && taken == segments) {
      isReleased = true;
      folding.release();
      moved = true;
    }
    return moved || finished();
  }

  /** Copies the next segment of the contribution into the lane. */
  private boolean give() {
    if (isCopying
        || given == segments
        || shelves.given() != run.first() + given
        || shelves.folding().isBusy()
        || !shelves.hasRoomToGive()) {
      return false;
    }
    long place = shelves.own().place(shelves.member(), shelves.given());
    copy(GIVE, Access.PUT, given, data, place);
    return true;
  }

  /** Copies the next segment of the result. */
  private boolean take() {
    if (isCopying || taken == segments || !shelves.own().isReady(run.first() + taken)) {
      return false;
    }
    copy(TAKE, Access.GET, taken, result, shelves.own().resultPlace(run.first() + taken));
    return true;
  }

  private void copy(int child, Access access, int segment, Memory memory, long place) {
    isCopying = true;
    FoldShelf own = shelves.own();
    copy(child, access, segment, memory, own.data(), own.owner(), place);
  }

  @Override
  protected void onReceived(int child, int segment) {
    FoldShelf own = shelves.own();
    if (child == GIVE && own.data().needsFlush()) {
      access(FLUSH, segment, Access.FLUSH, own.data(), own.owner(), data, 0, 0, 0);
      return;
    }
    isCopying = false;
    if (child == TAKE) {
      taken(segment);
    } else {
      given++;
      shelves.give(given == segments);
    }
    look();
  }

  private void taken(int segment) {
    copied(segment, result);
    taken++;
    run.keep(run.first() + taken);
  }

  @Override
  protected boolean finished() {
    return isNothing()
        || (isReleased
            && isSetUp()
            && (shelves.folding().isDone() || shelves.folding().hasUsers()));
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    data = null;
    result = null;
  }

  @Override
  public String describe() {
    return "reduce of "
        + bytes()
        + " bytes on shelves ("
        + Plural.of(segments, "segment")
        + ", root rank "
        + context().process(root)
        + ", "
        + given
        + " given"
        + (hasEntered ? "; " + shelves.folding().awaited() + ")" : ")");
  }
}
