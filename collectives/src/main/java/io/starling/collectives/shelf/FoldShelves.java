package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.collectives.tree.Branch;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * The shelves of a communicator for reduces with one length of slots, as a rank reaches them, and
 * the reduces that are on them. Shelves have numbers: those of the first groups of nodes come
 * first, then those of this node's groups.
 */
final class FoldShelves extends CommonMemory {

  /** The address space of a lane; memory is used as far as slots are. */
  private static final long ROOM = 64L << 20;

  private static final int FEWEST_SLOTS = 8;
  private static final int MOST_SLOTS = 512;

  private final long slotBytes;
  private final int slots;
  private final int member;
  private final FoldShelf[] all;

  /** Below these numbers shelves are done, as far as this rank knows. */
  private final long[] done;

  private final Deque<FoldRun> runs = new ArrayDeque<>();
  private final Folding folding;
  private FoldRun latest;
  private long next;
  private long given;
  private long free;

  private FoldShelves(Context context, long slotBytes) {
    super(context);
    this.slotBytes = slotBytes;
    slots = Math.clamp(ROOM / slotBytes, FEWEST_SLOTS, MOST_SLOTS);
    member = groups().member();
    all = new FoldShelf[nodeCount() + groups().here().size()];
    done = new long[all.length];
    free = slots;
    folding = new Folding(context, this);
  }

  /** The shelves of a communicator for slots of this length. */
  static FoldShelves of(Context context, long slotBytes) {
    record Key(long slotBytes) {}
    return context.common(
        new Key(slotBytes), FoldShelves.class, its -> new FoldShelves(its, slotBytes));
  }

  private int nodeCount() {
    return groups().nodes().nodes();
  }

  @Override
  long wordBytes() {
    return FoldShelf.wordBytes(
        slots, groups().members().length, nodeCount() + groups().here().size());
  }

  @Override
  long dataBytes() {
    return FoldShelf.dataBytes(slots, groups().members().length, slotBytes);
  }

  @Override
  String whatNeedsRoom() {
    return "a shelf of %d segments of %d bytes for each of its ranks".formatted(slots, slotBytes);
  }

  @Override
  void reached(int owner, int members, RemoteMemory words, RemoteMemory data) {
    int process = context().process(owner);
    Memory memory = data.hasWords() ? Memory.of(data.mapped()) : null;
    FoldShelf shelf = new FoldShelf(process, members, slots, slotBytes, words, data, memory);
    int node = groups().nodes().nodeOf(owner);
    if (owner == groups().firstOf(node)) {
      all[node] = shelf;
    }
    if (node == groups().node()) {
      all[nodeCount() + groups().groupOf(owner)] = shelf;
    }
  }

  /** The work of this rank for its group. */
  Folding folding() {
    return folding;
  }

  int member() {
    return member;
  }

  int slots() {
    return slots;
  }

  /** The number of the shelf of a group of this node. */
  int numberOf(int group) {
    return nodeCount() + group;
  }

  /** Whether results of a shelf are got by transfers; others are folded where they are. */
  boolean isFar(int number) {
    return number < nodeCount() || !all[number].words().hasWords();
  }

  FoldShelf numbered(int number) {
    return all[number];
  }

  /** The shelf of this rank's group. */
  FoldShelf own() {
    return all[ownNumber()];
  }

  private int ownNumber() {
    return nodeCount() + groups().own();
  }

  FoldShelf ofGroup(int group) {
    return all[nodeCount() + group];
  }

  /** The number of the shelf to which results of a run go, or {@link Branch#NONE}. */
  int parent(FoldRun run) {
    Route route = run.route();
    return route.isSource()
        ? Branch.NONE
        : route.parentNode() == Branch.NONE
            ? nodeCount() + route.parentGroup()
            : route.parentNode();
  }

  /** The number by which the parent of a run knows this rank's group. */
  int numberAtParent(FoldRun run) {
    return run.route().parentNode() == Branch.NONE ? ownNumber() : groups().node();
  }

  /** Numbers a run. */
  FoldRun number(int segments, long bytes, long segmentBytes, Fold fold, Route route) {
    FoldRun run = new FoldRun(next, segments, bytes, segmentBytes, fold, route);
    next = run.end();
    runs.addLast(run);
    return run;
  }

  /** The run of a number; it is not done. The shelves are made. */
  FoldRun run(long number) {
    if (latest == null || !latest.contains(number)) {
      latest = null;
      for (FoldRun run : runs) {
        latest = run.contains(number) ? run : latest;
      }
      if (latest == null) {
        throw new IllegalStateException("no reduce has segment " + number);
      }
      if (!latest.isConnected()) {
        connect(latest);
      }
    }
    return latest;
  }

  private void connect(FoldRun run) {
    int group = run.route().childGroup();
    boolean isNear = group != Branch.NONE && !isFar(numberOf(group));
    IntStream nodes = IntStream.of(run.route().childNodes());
    if (group == Branch.NONE || isNear) {
      run.connect(isNear ? group : Branch.NONE, nodes.toArray());
    } else {
      run.connect(Branch.NONE, IntStream.concat(IntStream.of(numberOf(group)), nodes).toArray());
    }
  }

  /** The number of the next segment that comes into this rank's lane. */
  long given() {
    return given;
  }

  /** This rank's lane holds one more segment. */
  void give(boolean isLast) {
    long before = given;
    given++;
    if (isLast) {
      own().swapGiven(member, before, given);
    } else {
      own().setGiven(member, given);
    }
  }

  /** Whether a run has begun whose segments do not all lie in this rank's lane. */
  boolean hasToGive() {
    return given < next;
  }

  /** Whether all that this rank has given shows to the others. */
  boolean hasShownAll() {
    return own().given(member) == given;
  }

  /** The most bytes of words that tell what a group has done. */
  long longestProgress() {
    return (context().size() + 1) * Shelf.LINE + (long) slots * Long.BYTES;
  }

  /** Whether the lane has room for the next segment. */
  boolean hasRoomToGive() {
    if (given >= done[ownNumber()] + slots) {
      lookAtOwn();
    }
    return given < done[ownNumber()] + slots;
  }

  /** The number below which no root here needs a segment, and all have been given. */
  long kept() {
    long least = given;
    for (FoldRun run : runs) {
      least = Math.min(least, run.kept() == run.end() ? least : run.kept());
    }
    return least;
  }

  /** Whether the slot of a result is free. */
  boolean isFree(long number) {
    if (number >= free) {
      look();
    }
    return number < free;
  }

  /** Whether it will be free for long. */
  boolean isFreeForLong(long number) {
    return number + slots / 4 < free;
  }

  private void lookAtOwn() {
    int number = ownNumber();
    done[number] = own().done(own().words()::load, done[number]);
    // Results that are ready lie in slots that all had left.
    forget(done[number] - slots);
  }

  /** Runs below this number need no more looks: their results have gone. */
  private void forget(long number) {
    while (!runs.isEmpty() && runs.getFirst().end() <= number) {
      runs.removeFirst();
    }
  }

  /** An access has copied words of a shelf. */
  void learn(int number, MemorySegment words) {
    done[number] = all[number].done(place -> words.get(ValueLayout.JAVA_LONG, place), done[number]);
  }

  /** Finds out which results are not needed any more. */
  private void look() {
    lookAtOwn();
    long own = done[ownNumber()];
    long gone = free - slots;
    for (FoldRun run : runs) {
      if (run.first() >= own) {
        break;
      }
      int parent = parent(run);
      long least = own;
      if (parent != Branch.NONE) {
        if (all[parent].words().hasWords()) {
          done[parent] = all[parent].done(all[parent].words()::load, done[parent]);
        }
        least = Math.min(own, done[parent]);
      }
      gone = Math.max(gone, Math.min(least, run.end()));
      if (least < run.end()) {
        break;
      }
    }
    free = gone + slots;
    forget(gone);
  }

  /** How many runs' results may be needed, as far as this rank knows. */
  int ungone() {
    return runs.size();
  }

  /** The number of the shelf whose group must fold the oldest results, if it is asked by a get. */
  int oldestParent() {
    int parent = runs.isEmpty() ? Branch.NONE : parent(runs.getFirst());
    return parent == Branch.NONE || all[parent].words().hasWords() ? Branch.NONE : parent;
  }

  /** The rank in the job of a member of this rank's group. */
  int process(int itsMember) {
    return context().process(groups().members()[itsMember]);
  }

  /** A segment by its place in its message. */
  String describe(long number) {
    return number < next ? "" + (number - run(number).first()) : "0 of the next";
  }
}
