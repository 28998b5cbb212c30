package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.collectives.tree.Branch;
import io.starling.runtime.progress.RemoteMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * The shelves of a communicator for one length of segments, as a rank reaches them. They are made
 * by its first broadcast on them.
 *
 * <p>All ranks number segments alike, because they begin the collectives of a communicator in the
 * same order.
 */
final class Shelves extends CommonMemory {

  /** The address space of a shelf; memory is used as far as slots are. */
  private static final long ROOM = 64L << 20;

  private static final int FEWEST_SLOTS = 8;
  private static final int MOST_SLOTS = 512;

  /**
   * The numbers of a run, what copies them from this rank's group, and what this rank has taken.
   */
  static final class Run {
    private final long first;
    private final long end;
    private final Route route;
    private long taken;

    private Run(long first, long end, Route route) {
      this.first = first;
      this.end = end;
      this.route = route;
      taken = first;
    }

    long first() {
      return first;
    }
  }

  private final int member;
  private final long segmentBytes;
  private final int slots;
  private final Shelf[] ofNodes;
  private final Shelf[] ofGroups;
  private final long[] takenAt;

  /** Of these this rank has not taken everything. */
  private final Deque<Run> untaken = new ArrayDeque<>();

  /** The slots of these may be in use, as far as this rank knows. */
  private final Deque<Run> unfreed = new ArrayDeque<>();

  private final Patience ofRoom;
  private long next;
  private long free;
  private long said;

  private Shelves(Context context, long segmentBytes) {
    super(context);
    this.segmentBytes = segmentBytes;
    member = groups().member();
    slots = Math.clamp(ROOM / segmentBytes, FEWEST_SLOTS, MOST_SLOTS);
    ofNodes = new Shelf[groups().nodes().nodes()];
    ofGroups = new Shelf[groups().here().size()];
    takenAt = new long[ofNodes.length + ofGroups.length];
    free = slots;
    ofRoom = new Patience(engine());
  }

  /** The shelves of a communicator for segments of this length. */
  static Shelves of(Context context, long segmentBytes) {
    record Key(long segmentBytes) {}
    return context.common(
        new Key(segmentBytes), Shelves.class, its -> new Shelves(its, segmentBytes));
  }

  int slots() {
    return slots;
  }

  /** How long a rank waits until it asks for room. */
  Patience ofRoom() {
    return ofRoom;
  }

  /** Gives a run its numbers. */
  Run number(int segments, Route route) {
    Run run = new Run(next, next + segments, route);
    next = run.end;
    untaken.addLast(run);
    unfreed.addLast(run);
    return run;
  }

  /**
   * This rank has taken the segments of a run below this number. Runs may overlap, so it says to
   * the group only what it has taken of all: now and then, and at the end of each run.
   */
  void take(Run run, long number) {
    run.taken = number;
    long all = said;
    while (!untaken.isEmpty()) {
      Run oldest = untaken.getFirst();
      all = Math.max(all, oldest.taken);
      if (oldest.taken < oldest.end) {
        break;
      }
      untaken.removeFirst();
    }
    if (all > said && (number == run.end || all - said > slots / 8)) {
      said = all;
      own().setTaken(member, all);
      // What this rank has taken lay in slots that all had left.
      forget(all - slots);
    }
  }

  /** Runs below this number need no more looks: their slots are free. */
  private void forget(long number) {
    while (!unfreed.isEmpty() && unfreed.getFirst().end <= number) {
      unfreed.removeFirst();
    }
  }

  @Override
  long wordBytes() {
    return Shelf.wordBytes(slots, groups().members().length);
  }

  @Override
  long dataBytes() {
    return segmentBytes <= Long.MAX_VALUE / slots ? slots * segmentBytes : -1;
  }

  @Override
  String whatNeedsRoom() {
    return "a shelf of %d segments of %d bytes".formatted(slots, segmentBytes);
  }

  @Override
  void reached(int owner, int members, RemoteMemory words, RemoteMemory data) {
    int process = context().process(owner);
    Shelf shelf = new Shelf(process, members, slots, segmentBytes, words, data);
    int node = groups().nodes().nodeOf(owner);
    if (owner == groups().firstOf(node)) {
      ofNodes[node] = shelf;
    }
    if (node == groups().node()) {
      ofGroups[groups().groupOf(owner)] = shelf;
    }
  }

  /** The shelf of this rank's group. */
  Shelf own() {
    return ofGroups[groups().own()];
  }

  /** A shelf by its number among all that this rank knows: those of nodes first. */
  Shelf numbered(int number) {
    return number < ofNodes.length ? ofNodes[number] : ofGroups[number - ofNodes.length];
  }

  /** The numbers of the shelves to which segments go from this one by transfers. */
  int[] farChildren(Route route) {
    IntStream nodes = IntStream.of(route.childNodes());
    int group = route.childGroup();
    return group == Branch.NONE || ofGroups[group].isNear()
        ? nodes.toArray()
        : IntStream.concat(nodes, IntStream.of(ofNodes.length + group)).toArray();
  }

  /** The shelf from which a group copies. */
  Shelf parent(Route route) {
    return route.parentNode() == Branch.NONE
        ? ofGroups[route.parentGroup()]
        : ofNodes[route.parentNode()];
  }

  /** Whether the slot of a segment is free, as far as this rank knows. */
  boolean isFree(long number) {
    return number < free;
  }

  /** Whether it will be free for long. */
  boolean isFreeForLong(long number) {
    return number + slots / 4 < free;
  }

  /** What the ranks of a shelf have taken, as an access has found. */
  void learn(int number, long taken) {
    takenAt[number] = Math.max(takenAt[number], taken);
  }

  /** Finds out which slots are free by what ranks of this node say, and by what nodes have said. */
  void look() {
    long taken = own().taken();
    for (Run run : unfreed) {
      if (run.first >= taken) {
        break;
      }
      long least = taken;
      int group = run.route.childGroup();
      if (group != Branch.NONE && ofGroups[group].isNear()) {
        least = Math.min(least, ofGroups[group].taken());
      }
      for (int child : farChildren(run.route)) {
        least = Math.min(least, takenAt[child]);
      }
      taken = least < run.end ? Math.max(run.first, least) : taken;
    }
    free = Math.max(free, taken + slots);
    forget(taken);
  }

  /** Of how many runs the slots may be in use, as far as this rank knows. */
  int unfreed() {
    return unfreed.size();
  }

  /** The shelves to which the oldest run goes from this one by transfers. */
  int[] oldestChildren() {
    return unfreed.isEmpty() ? Route.NO_NODES : farChildren(unfreed.getFirst().route);
  }
}
