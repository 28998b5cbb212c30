package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.tree.TreeShape;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/**
 * A broadcast that a rank without its processor holds back only for itself. The root puts segments
 * on the shelf of its group. In each other group any rank that is awake gets the next one from the
 * parent's shelf. All ranks take segments from the shelf of their group when they are awake.
 *
 * <pre>
 * root          data > shelf
 *                        |  claimed and got by any member of the child group
 * other groups         shelf > data of each member
 * </pre>
 *
 * Invariant: {@code taken <= ready}, and this rank has no access open to a segment below what it
 * says to have taken.
 */
public final class ShelfBroadcast extends ShelfOperation<Shelves> {

  private static final int NONE = -1;

  // The numbers of accesses; those of nodes begin with NODE.
  private static final int STORE = 0;
  private static final int TAKE = 1;
  private static final int GET = 2;
  private static final int OFFER = 3;
  private static final int ASK = 4;
  private static final int FLUSH = 5;
  private static final int NODE = 6;

  /** Messages of so many segments are long. */
  private static final int LONG = 4;

  /** The most bytes of words that one access reads; in virtual time a longer one has no content. */
  private static final long MOST_WORDS = 4096;

  /** A rank so many segments behind its group has enough to do. */
  private static final int BEHIND = 2;

  private final Shelves shelves;
  private final Route route;
  private final int root;
  private final boolean isRoot;
  private final int segments;
  private final int ahead;
  private final int member;
  private final Memory numbers;
  private final Memory answer = Memory.of(Arena.ofAuto().allocate(ValueLayout.JAVA_LONG));
  private final Patience ofClaims;
  private final Patience ofOffers;
  private final Patience ofRoom;
  private final Map<Integer, Memory> found = new HashMap<>();
  private Memory data;
  private Shelf own;
  private Shelf parent;
  private int[] children;
  private Shelves.Run run;
  private long base;
  private int ready;
  private int taken;
  private int scan;
  private int said;
  private boolean isCopying;
  private int claiming;
  private long claimed;
  private long token;
  private int getting;
  private long gettingSince;
  private int answered;
  private int asking;
  private int offers;

  /**
   * An operation for a root.
   *
   * @param segmentBytes the length of segments; the last one may be shorter
   * @param ahead how many segments a group gets before the first one that is missing is there
   * @param between the tree between nodes
   */
  public ShelfBroadcast(
      Context context, int root, long bytes, long segmentBytes, int ahead, TreeShape between) {
    super(context, Shelves.of(context, segmentBytes), bytes, segmentBytes);
    this.root = root;
    this.ahead = ahead;
    isRoot = context.rank() == root;
    segments = segments();
    shelves = shelves();
    route = Route.of(shelves.groups(), between, root);
    member = shelves.groups().member();
    numbers = Memory.of(Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, segments));
    ofClaims = new Patience(context.engine());
    ofOffers = new Patience(context.engine());
    ofRoom = shelves.ofRoom();
  }

  /** Whether broadcasts of a communicator can be on shelves; all its ranks answer alike. */
  public static boolean suits(Context context) {
    return Groups.suit(context);
  }

  @Override
  public void useMemory(Memory itsData, Memory none) {
    data = itsData;
  }

  @Override
  protected void start() {
    ready = 0;
    taken = 0;
    scan = 0;
    said = 0;
    isCopying = false;
    claiming = NONE;
    getting = NONE;
    answered = NONE;
    asking = 0;
    found.clear();
    offers = 0;
    if (isNothing()) {
      return;
    }
    run = shelves.number(segments, route);
    base = run.first();
    for (int segment = 0; segment < segments; segment++) {
      numbers.segment().setAtIndex(ValueLayout.JAVA_LONG, segment, number(segment) + 1);
    }
    beginToLook();
  }

  private long number(int segment) {
    return base + segment;
  }

  @Override
  protected boolean look() {
    if (!shelves.isComplete()) {
      return false;
    }
    if (own == null) {
      own = shelves.own();
      children = shelves.farChildren(route);
      parent = route.isSource() ? null : shelves.parent(route);
    }
    boolean moved;
    if (isRoot) {
      moved = store();
    } else {
      moved = get();
      moved |= take();
    }
    moved |= say();
    return moved;
  }

  /** The root puts its next segment on the shelf. */
  private boolean store() {
    if (isCopying || taken == segments || !hasRoom(number(taken))) {
      return false;
    }
    copy(STORE, Access.PUT, taken);
    return true;
  }

  /** Copies a segment between the shelf and the data. */
  private void copy(int child, Access access, int segment) {
    isCopying = true;
    copy(child, access, segment, data, own.data(), own.owner(), own.place(number(segment)));
  }

  /** Gets a segment for the group, unless others do. */
  private boolean get() {
    if (route.isSource() || getting != NONE) {
      return false;
    }
    if (claiming != NONE) {
      return settleClaim();
    }
    while (scan < segments && isTakenCareOf(scan)) {
      scan++;
    }
    if (scan < segments && scan < ready + ahead && isMyTurn(scan) && isOffered(scan)) {
      return hasRoom(number(scan)) && claim(scan);
    }
    return ready < segments && helpOut();
  }

  /** A rank that is behind leaves to others what is not its own share. */
  private boolean isMyTurn(int segment) {
    return taken + BEHIND >= ready || segment % own.members() == member;
  }

  private boolean isTakenCareOf(int segment) {
    long number = number(segment);
    return own.isReady(number) || Shelf.isClaimOf(own.claim(number), number);
  }

  private boolean isOffered(int segment) {
    return parent.isNear()
        ? parent.isReady(number(segment))
        : own.isOffered(number(segment)) || segment == answered;
  }

  private boolean claim(int segment) {
    long number = number(segment);
    claiming = segment;
    claimed = own.claim(number);
    token = Shelf.nextClaim(claimed, number, member);
    own.swapClaim(number, claimed, token);
    return settleClaim();
  }

  /** Goes on if the claim is decided. */
  private boolean settleClaim() {
    long claim = own.claim(number(claiming));
    if (claim == claimed) {
      return false;
    }
    int segment = claiming;
    claiming = NONE;
    if (claim == token && !own.isReady(number(segment))) {
      getting = segment;
      gettingSince = ofClaims.now();
      long number = number(segment);
      access(
          GET,
          segment,
          Access.GET,
          parent.data(),
          parent.owner(),
          own.memory(),
          own.place(number),
          parent.place(number),
          length(segment));
    }
    return true;
  }

  /** The first segment that is missing takes longer than usual: others may be away. */
  private boolean helpOut() {
    long number = number(ready);
    long claim = own.claim(number);
    if (Shelf.isClaimOf(claim, number)) {
      return !own.isReady(number) && ofClaims.isOver(claim) && claim(ready);
    }
    if (asking == 0 && !parent.isNear() && !isOffered(ready) && ofOffers.isOver(number)) {
      asking++;
      long place = parent.readyPlace(number);
      access(ASK, ready, Access.GET, parent.words(), parent.owner(), answer, 0, place, Long.BYTES);
      return true;
    }
    return false;
  }

  /** Takes the next segment from the shelf. */
  private boolean take() {
    while (ready < segments && own.isReady(number(ready))) {
      ready++;
    }
    if (isCopying || taken == ready) {
      return false;
    }
    copy(TAKE, Access.GET, taken);
    return true;
  }

  /** Says what this rank has taken. */
  private boolean say() {
    int over = getting == NONE ? taken : Math.min(taken, getting);
    if (offers > 0 || said == over) {
      return false;
    }
    said = over;
    shelves.take(run, base + said);
    return true;
  }

  /** Whether a segment has room on the shelf; asks the nodes that must have taken an older one. */
  private boolean hasRoom(long number) {
    if (!shelves.isFreeForLong(number) && asking == 0 && ofRoom.isOver(0)) {
      shelves.look();
      for (int node : shelves.oldestChildren()) {
        askWhatIsTaken(node);
      }
    }
    if (!shelves.isFree(number)) {
      shelves.look();
    }
    return shelves.isFree(number);
  }

  private void askWhatIsTaken(int node) {
    Shelf child = shelves.numbered(node);
    Memory words = Memory.of(Arena.ofAuto().allocate(child.members() * Shelf.LINE, Shelf.LINE));
    found.put(node, words);
    for (long place = 0; place < words.byteSize(); place += MOST_WORDS) {
      asking++;
      access(
          NODE + node,
          0,
          Access.GET,
          child.words(),
          child.owner(),
          words,
          place,
          child.takenPlace() + place,
          Math.min(MOST_WORDS, words.byteSize() - place));
    }
  }

  private void learnWhatIsTaken() {
    found.forEach((node, words) -> shelves.learn(node, Shelf.least(words.segment())));
    found.clear();
  }

  @Override
  protected void onReceived(int child, int segment) {
    switch (child) {
      case STORE -> {
        if (own.data().needsFlush()) {
          access(FLUSH, segment, Access.FLUSH, own.data(), own.owner(), answer, 0, 0, 0);
        } else {
          stored(segment);
        }
      }
      case FLUSH -> stored(segment);
      case TAKE -> {
        isCopying = false;
        taken++;
        copied(segment, data);
      }
      case GET -> {
        getting = NONE;
        ofClaims.learn(gettingSince);
        publish(segment);
      }
      case OFFER -> offers--;
      case ASK -> {
        asking--;
        if (answer.segment().get(ValueLayout.JAVA_LONG, 0) == number(segment) + 1) {
          answered = segment;
        }
      }
      default -> {
        asking--;
        if (asking == 0) {
          learnWhatIsTaken();
        }
      }
    }
    look();
  }

  /**
   * The root has put a segment on the shelf. The others see the first one with the second one: a
   * root that is one ahead stays ahead, and else waits with each segment for the memory of which
   * they take the one before.
   */
  private void stored(int segment) {
    isCopying = false;
    taken++;
    boolean isHeadStart = segments >= LONG;
    if (isHeadStart && segment == 1) {
      publish(0);
    }
    if (!isHeadStart || segment > 0) {
      publish(segment);
    }
  }

  /** A segment lies on the shelf. */
  private void publish(int segment) {
    long number = number(segment);
    own.setReady(number);
    for (int node : children) {
      Shelf child = shelves.numbered(node);
      offers++;
      access(
          OFFER,
          segment,
          Access.PUT,
          child.words(),
          child.owner(),
          numbers,
          (long) segment * Long.BYTES,
          child.offeredPlace(number),
          Long.BYTES);
    }
  }

  @Override
  protected boolean finished() {
    boolean isOver =
        said == segments && claiming == NONE && getting == NONE && asking == 0 && offers == 0;
    return isNothing() || (isOver && isSetUp());
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    data = null;
  }

  @Override
  public String describe() {
    return "broadcast of "
        + bytes()
        + " bytes on shelves ("
        + Plural.of(segments, "segment")
        + ", root rank "
        + context().process(root)
        + ", "
        + taken
        + " taken)";
  }
}
