package io.starling.collectives.exchange;

import io.starling.collectives.tree.TopologyTree;
import io.starling.collectives.tree.TreeShape;
import io.starling.topology.layout.Hierarchy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One rank's moves, as a {@link Pattern} writes them. They read like sequential code, but each move
 * waits only for earlier moves that use the same bytes. Rounds, levels and phases therefore overlap
 * segment by segment wherever the data allows, without any code in the pattern:
 *
 * <pre>{@code
 * program.receiveAndFold(child, data, result);   // segment 3 of this ...
 * program.send(parent, result);                  // ... while segment 2 of this
 * }</pre>
 *
 * Every move is cut into segments. Empty moves are omitted on both sides.
 *
 * <p>A pattern must not depend on a send that completes before its receive is posted: if two ranks
 * exchange data at the same time, they must not receive into the memory that they send.
 */
public final class Program {

  private static final int SHARED_SLOTS = -1;

  private static final long MOST_BYTES_OF_A_COPY = 256 << 10;

  private final Recorder recorder;
  private final Problem problem;
  private final Hierarchy hierarchy;
  private final int rank;
  private final int[] group;
  private final Map<Integer, ScratchSlots> slots;
  private final List<Integer> awaited;

  private Program(
      Recorder recorder,
      Problem problem,
      Hierarchy hierarchy,
      int rank,
      int[] group,
      Map<Integer, ScratchSlots> slots,
      List<Integer> awaited) {
    this.recorder = recorder;
    this.problem = problem;
    this.hierarchy = hierarchy;
    this.rank = rank;
    this.group = group;
    this.slots = slots;
    this.awaited = awaited;
  }

  /** Writes the schedule of one of {@code size} ranks. */
  static Schedule schedule(
      Pattern pattern, Problem problem, Hierarchy hierarchy, int rank, int size, Tuning tuning) {
    Recorder recorder = new Recorder(tuning);
    int[] all = new int[size];
    for (int i = 0; i < size; i++) {
      all[i] = i;
    }
    pattern.write(
        new Program(recorder, problem, hierarchy, rank, all, new HashMap<>(), new ArrayList<>()));
    return recorder.schedule();
  }

  /**
   * This program for a group of ranks: ranks are indices into {@code members}, which contains this
   * rank.
   */
  public Program within(int... members) {
    int[] translated = new int[members.length];
    int own = -1;
    for (int i = 0; i < members.length; i++) {
      translated[i] = group[members[i]];
      if (members[i] == rank) {
        own = i;
      }
    }
    if (own < 0) {
      throw new IllegalArgumentException("rank %d is not in the group".formatted(rank));
    }
    return new Program(recorder, problem, hierarchy, own, translated, slots, awaited);
  }

  /** This rank's number in its group. */
  public int rank() {
    return rank;
  }

  /** The number of ranks in the group. */
  public int size() {
    return group.length;
  }

  /** The data to move; its ranks are those of the communicator. */
  public Problem problem() {
    return problem;
  }

  /** The hardware groups of this rank; its ranks are those of the communicator. */
  public Hierarchy hierarchy() {
    return hierarchy;
  }

  /** The most open receives per peer; for algorithms that limit peers, the most peers at a time. */
  public int receiveWindow() {
    return recorder.tuning().receiveWindow();
  }

  /** The radix, for algorithms that have one. */
  public int radix() {
    return recorder.tuning().radix();
  }

  /** The tree, for algorithms that have one. */
  public TreeShape tree() {
    return recorder.tuning().tree();
  }

  /** The trees inside the groups of the outermost level, for algorithms with levels. */
  public TreeShape treesInside() {
    return TopologyTree.inside(hierarchy, recorder.tuning().levels());
  }

  /** The caller's whole contribution. */
  public Span data() {
    return all(Area.DATA, problem.data());
  }

  /** The caller's whole result. */
  public Span result() {
    return all(Area.RESULT, problem.result());
  }

  private static Span all(Area area, Blocks blocks) {
    return blocks.count() == 1
        ? new Span(area, blocks.offset(0), blocks.length(0))
        : new Span(area, 0, blocks.end());
  }

  /** A block of {@link #data}. */
  public Span data(int block) {
    return new Span(Area.DATA, problem.data().offset(block), problem.data().length(block));
  }

  /** A block of {@link #result}. */
  public Span result(int block) {
    return new Span(Area.RESULT, problem.result().offset(block), problem.result().length(block));
  }

  /** Whether the data is in the memory of the result, so that a write to the result destroys it. */
  public boolean isInPlace() {
    return problem.inPlace() != Problem.APART;
  }

  /** Reserves scratch memory. */
  public Span scratch(long bytes) {
    return new Span(Area.SCRATCH, recorder.reserve(bytes), bytes);
  }

  /**
   * Scratch memory for a segment. There are as many slots as receives may be open, used in turn, so
   * memory does not grow with the message. The next use of a slot waits for the moves of its
   * previous use. These must not wait for a message whose sender waits for the next use of the
   * slot.
   */
  public Span slot(long bytes) {
    return slots.computeIfAbsent(SHARED_SLOTS, key -> new ScratchSlots(recorder)).next(bytes);
  }

  /** Sends bytes to a rank of the group. */
  public void send(int to, Span span) {
    Span real = real(span);
    for (long at = 0; at < real.length(); at += segmentBytes()) {
      recorder.send(group[to], segment(real, at));
    }
  }

  /** Receives bytes from a rank of the group. */
  public void receive(int from, Span span) {
    Span real = real(span);
    for (long at = 0; at < real.length(); at += segmentBytes()) {
      recorder.receive(group[from], segment(real, at));
    }
  }

  /**
   * Receives a segment into a slot that the sender's segments use in turn, as {@link #slot} does.
   * It must be folded or forwarded before that rank's receive window has passed.
   */
  public Span receiveSegment(int from, long bytes) {
    Span theirs = slots.computeIfAbsent(group[from], key -> new ScratchSlots(recorder)).next(bytes);
    recorder.receive(group[from], theirs);
    return theirs;
  }

  /** Receives {@code own.length()} bytes and folds them: {@code into = own op theirs}. */
  public void receiveAndFold(int from, Span own, Span into) {
    receiveAndFold(from, own, into, false);
  }

  /** Receives bytes and folds them in the other order: {@code into = theirs op own}. */
  public void receiveAndFoldBefore(int from, Span own, Span into) {
    receiveAndFold(from, own, into, true);
  }

  private void receiveAndFold(int from, Span own, Span into, boolean theirsFirst) {
    Span left = real(own);
    Span target = real(into);
    for (long at = 0; at < left.length(); at += segmentBytes()) {
      Span mine = segment(left, at);
      Span theirs = receiveSegment(from, mine.length());
      if (theirsFirst) {
        recorder.fold(theirs, mine, segment(target, at));
      } else {
        recorder.fold(mine, theirs, segment(target, at));
      }
    }
  }

  /**
   * Copies bytes, piece by piece, so that the rank makes progress in between; does nothing if both
   * are the same.
   */
  public void copy(Span from, Span into) {
    Span source = real(from);
    Span target = real(into);
    long piece = Math.min(segmentBytes(), MOST_BYTES_OF_A_COPY);
    for (long at = 0; at < source.length() && !source.equals(target); at += piece) {
      long length = Math.min(piece, source.length() - at);
      recorder.copy(source.slice(at, length), target.slice(at, length));
      if (at > 0) {
        recorder.lastWaitsFor(recorder.moves() - 2);
      }
    }
  }

  /** {@code into = left op right}; {@code into} may be either. */
  public void fold(Span left, Span right, Span into) {
    Span first = real(left);
    Span second = real(right);
    Span target = real(into);
    for (long at = 0; at < first.length(); at += segmentBytes()) {
      recorder.fold(segment(first, at), segment(second, at), segment(target, at));
    }
  }

  /**
   * Begins another turn of serving peers; at most {@code atOnce} turns overlap. Its sends wait for
   * the last send of the turn that began {@code atOnce} turns earlier, its receives for the last
   * receive of that turn.
   *
   * <p>To exclude deadlocks, there must be one global order of all messages that are exchanged in
   * turns, and each rank takes its messages in that order: the first message that has not arrived
   * then waits for none. The numbers of turns need not agree: a rank may be idle while others
   * exchange.
   */
  public void nextTurn(int atOnce) {
    recorder.nextTurn(atOnce);
  }

  /** Sends an empty message, after all signals that were awaited so far. */
  public void signal(int to) {
    recorder.send(group[to], new Span(Area.SCRATCH, 0, 0));
    recorder.lastWaitsFor(awaited.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Awaits an empty message. */
  public void awaitSignal(int from) {
    recorder.receive(group[from], new Span(Area.SCRATCH, 0, 0));
    awaited.add(recorder.moves() - 1);
  }

  /** The length of segments, in whole elements. */
  public long segmentBytes() {
    return recorder.tuning().segmentBytes();
  }

  private Span segment(Span span, long at) {
    return new Span(span.area(), span.offset() + at, Math.min(segmentBytes(), span.length() - at));
  }

  /** In place, DATA is a part of RESULT. */
  private Span real(Span span) {
    return span.area() == Area.DATA && problem.inPlace() != Problem.APART
        ? new Span(Area.RESULT, span.offset() + problem.inPlace(), span.length())
        : span;
  }
}
