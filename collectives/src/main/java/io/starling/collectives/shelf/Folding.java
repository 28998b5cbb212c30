package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;

/**
 * The work of a rank for its group while it is in any reduce: it claims segments and folds them,
 * its own share first. It ends with the last reduce that this rank is in, unless it must stay for
 * others: {@link Departure}.
 *
 * <p>A rank with noise comes back late. Then it gives its contributions first, since others wait
 * for them, and they fold its share.
 */
final class Folding extends SegmentFold {

  /** Asks whether a child group has a result, and what a parent group has folded. */
  private static final int HAS_COME = OTHERS;

  private static final int IS_DONE = OTHERS + 1;

  /** The most bytes of words that one access reads; in virtual time a longer one has no content. */
  private static final long MOST_WORDS = 4096;

  private final FoldShelves shelves;
  private final Backlog backlog;
  private final Departure departure;
  private final FoldFailure news;
  private final Patience ofClaims;
  private final Patience ofMoves;
  private final Patience ofChildren;
  private final Patience ofRoom;
  private final Memory answer;
  private int users;
  private long claiming = NONE;
  private long claimed;
  private long token;
  private long foldingSince;
  private int asking;
  private int askedShelf;
  private long askedNumber;
  private long said;

  Folding(Context context, FoldShelves shelves) {
    super(context, shelves);
    this.shelves = shelves;
    backlog = new Backlog(shelves);
    departure = new Departure(shelves);
    news = new FoldFailure(context, shelves);
    ofClaims = new Patience(context.engine());
    ofMoves = new Patience(context.engine());
    ofChildren = new Patience(context.engine());
    ofRoom = new Patience(context.engine());
    answer = Memory.of(Arena.ofAuto().allocate(shelves.longestProgress(), Long.BYTES));
  }

  /**
   * A reduce of this rank is under way; the shelves are made. One that has failed does not begin
   * again: a segment of its group lacks a result.
   */
  void enter(long tag, long number) {
    users++;
    if (isDone() && failure() == null) {
      useTag(tag, number);
      begin();
    }
  }

  /** A reduce of this rank has given and taken all. */
  void release() {
    users--;
  }

  /** Whether reduces of this rank have something left to do. */
  boolean hasUsers() {
    return users > 0;
  }

  /** Whether it folds, or could fold its share. */
  boolean isBusy() {
    return isFolding() || claiming != NONE || (!isLate() && backlog.ownShare() != NONE);
  }

  /** Why no reduce ends any more; null if they do, or as long as other groups do not know. */
  RuntimeException whyNoneEnds() {
    return news.reason();
  }

  /** What the oldest segment waits for. */
  String awaited() {
    return backlog.describe();
  }

  @Override
  protected void start() {
    lookAtMemory();
    departure.enter();
  }

  @Override
  protected boolean look() {
    news.throwIfSaid();
    backlog.look();
    boolean moved = false;
    if (claiming != NONE) {
      moved = settleClaim();
    } else if (!isFolding() && departure.isIn()) {
      moved = choose();
    }
    moved |= ask();
    moved |= say();
    moved |= leave();
    return moved;
  }

  private boolean canGive() {
    return shelves.hasToGive() && shelves.hasRoomToGive();
  }

  private boolean isLate() {
    return canGive() && backlog.isSlowest();
  }

  private boolean choose() {
    if (isLate()) {
      return false;
    }
    long number = backlog.ownShare();
    if (number == NONE) {
      number = backlog.foreignShare(canGive());
    }
    return number == NONE ? helpOut() : claim(number);
  }

  /** Another rank takes longer for the oldest segment than usual: it may be away. */
  private boolean helpOut() {
    long oldest = backlog.oldest();
    long claim = shelves.own().claim(oldest);
    return oldest < backlog.available()
        && Shelf.isClaimOf(claim, oldest)
        && ofClaims.isOver(claim)
        && claim(oldest);
  }

  private boolean claim(long number) {
    FoldShelf own = shelves.own();
    claiming = number;
    claimed = own.claim(number);
    token = Shelf.nextClaim(claimed, number, shelves.member());
    own.swapClaim(number, claimed, token);
    settleClaim();
    return true;
  }

  /** Goes on if the claim is decided. */
  private boolean settleClaim() {
    FoldShelf own = shelves.own();
    long claim = own.claim(claiming);
    if (claim == claimed) {
      return false;
    }
    long number = claiming;
    claiming = NONE;
    if (claim == token && !own.isReady(number)) {
      foldingSince = ofClaims.now();
      beginFold(number);
    }
    return true;
  }

  @Override
  void folded(boolean byThis) {
    if (byThis) {
      ofClaims.learn(foldingSince);
      ofMoves.learn(foldingSince);
      ofChildren.learn(foldingSince);
    }
    look();
  }

  /** Asks other nodes for what they should have said, and for room. */
  private boolean ask() {
    if (asking > 0) {
      return false;
    }
    int parent = shelves.oldestParent();
    if (parent != NONE && !shelves.isFreeForLong(backlog.full()) && ofRoom.isOver(0)) {
      ask(IS_DONE, parent, 0, shelves.numbered(parent).progressBytes());
      return true;
    }
    long oldest = backlog.oldest();
    int child = backlog.isPending() ? backlog.missingChild(oldest) : NONE;
    if (child != NONE && !shelves.numbered(child).words().hasWords() && ofChildren.isOver(oldest)) {
      askedNumber = oldest;
      ask(HAS_COME, child, shelves.numbered(child).readyPlace(oldest), Long.BYTES);
      return true;
    }
    return false;
  }

  private void ask(int what, int number, long place, long bytes) {
    FoldShelf shelf = shelves.numbered(number);
    askedShelf = number;
    for (long part = 0; part < bytes; part += MOST_WORDS) {
      asking++;
      long length = Math.min(MOST_WORDS, bytes - part);
      access(what, 0, Access.GET, shelf.words(), shelf.owner(), answer, part, place + part, length);
    }
  }

  @Override
  protected void onReceived(int access, int segment) {
    if (access < OTHERS) {
      super.onReceived(access, segment);
    } else {
      asking--;
      if (access == IS_DONE && asking == 0) {
        shelves.learn(askedShelf, answer.segment());
      } else if (access == HAS_COME
          && answer.segment().get(ValueLayout.JAVA_LONG, 0) > askedNumber) {
        shelves.own().setArrived(askedShelf, askedNumber);
      }
    }
    look();
  }

  /** Says below which number this rank touches no segment, and will claim none. */
  private boolean say() {
    long over = Math.min(shelves.kept(), Math.min(touched(), backlog.oldest()));
    boolean isQuiet = !isFolding() && !canGive();
    if (over == said || !(isQuiet || over - said > shelves.slots() / 8)) {
      return false;
    }
    said = over;
    shelves.own().setOver(shelves.member(), over);
    return true;
  }

  /** Leaves if this rank has nothing left to do, and none waits for what it could do. */
  private boolean leave() {
    if (users > 0) {
      return departure.returnIn();
    }
    boolean isAtRest = !isFolding() && claiming == NONE && asking == 0 && !isOffering();
    if (!isAtRest || !departure.prepare() || !shelves.hasShownAll()) {
      return false;
    }
    backlog.look();
    boolean moves = !ofMoves.isStill(backlog.full() + backlog.available());
    return !(backlog.awaitsShare() && moves) && departure.leave(backlog.isPending());
  }

  @Override
  protected boolean finished() {
    return users == 0 && departure.isOut();
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    if (failed) {
      news.tell(failure());
    }
  }

  @Override
  public String describe() {
    return "folds on shelves (" + awaited() + ")";
  }
}
