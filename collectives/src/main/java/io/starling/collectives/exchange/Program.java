package io.starling.collectives.exchange;

import io.starling.collectives.tree.TopologyTree;
import io.starling.collectives.tree.TreeShape;
import io.starling.topology.layout.Hierarchy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One rank's moves, as a {@link Pattern} writes them down. They read as if they were made one after
 * the other; in truth each waits only for those before it that touch the same bytes. So rounds,
 * levels and phases overlap segment by segment wherever the data allows it, and no pattern says so:
 *
 * <pre>{@code
 * program.receiveAndFold(child, data, result);   // segment 3 of this ...
 * program.send(parent, result);                  // ... while segment 2 of this
 * }</pre>
 *
 * Every move is cut into segments. A move of no bytes is left out, on both sides.
 *
 * <p>To be safe, a pattern must not depend on a send that ends before its receive is posted: what
 * two ranks exchange at the same time must not be received into the memory that is being sent.
 */
public final class Program {

  private static final int SHARED_LANES = -1;

  private static final long MOST_BYTES_OF_A_COPY = 256 << 10;

  private final Recorder recorder;
  private final Problem problem;
  private final Hierarchy hierarchy;
  private final int rank;
  private final int[] group;
  private final Map<Integer, Lanes> lanes;
  private final List<Integer> awaited;

  private Program(
      Recorder recorder,
      Problem problem,
      Hierarchy hierarchy,
      int rank,
      int[] group,
      Map<Integer, Lanes> lanes,
      List<Integer> awaited) {
    this.recorder = recorder;
    this.problem = problem;
    this.hierarchy = hierarchy;
    this.rank = rank;
    this.group = group;
    this.lanes = lanes;
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
   * The same program as a group of ranks sees it: from now on ranks are indices into {@code
   * members}, this rank's own among them.
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
    return new Program(recorder, problem, hierarchy, own, translated, lanes, awaited);
  }

  /** This rank in its group. */
  public int rank() {
    return rank;
  }

  /** How many ranks the group has. */
  public int size() {
    return group.length;
  }

  /** What is to be moved; its ranks are those of the communicator. */
  public Problem problem() {
    return problem;
  }

  /** The hardware groups of this rank; its ranks are those of the communicator. */
  public Hierarchy hierarchy() {
    return hierarchy;
  }

  /** How many receives may be open per peer; of algorithms that limit them, how many peers. */
  public int receiveWindow() {
    return recorder.tuning().receiveWindow();
  }

  /** The base of algorithms that have one. */
  public int radix() {
    return recorder.tuning().radix();
  }

  /** The tree of algorithms that have one. */
  public TreeShape tree() {
    return recorder.tuning().tree();
  }

  /** The trees inside the groups of the outermost level, of algorithms that have levels. */
  public TreeShape treesInside() {
    return TopologyTree.inside(hierarchy, recorder.tuning().levels());
  }

  /** All that the caller contributes. */
  public Span data() {
    return all(Area.DATA, problem.data());
  }

  /** All that the caller gets. */
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

  /** Whether the data lies where the result goes, so that to write one is to lose the other. */
  public boolean isInPlace() {
    return problem.inPlace() != Problem.APART;
  }

  /** So many bytes of scratch memory. */
  public Span scratch(long bytes) {
    return new Span(Area.SCRATCH, recorder.reserve(bytes), bytes);
  }

  /**
   * Scratch memory for a segment. There are as many lanes as receives may be open, used in turn; so
   * memory does not grow with the message, and a lane's next use waits for the moves of the one
   * before. These must not wait for a message whose sender waits for the lane's next use.
   */
  public Span lane(long bytes) {
    return lanes.computeIfAbsent(SHARED_LANES, key -> new Lanes(recorder)).next(bytes);
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
   * Receives a segment into memory that the sender's segments use in turn, as {@link #lane}s: it is
   * to be folded or sent on before as many others as may be open have come from that rank.
   */
  public Span receiveSegment(int from, long bytes) {
    Span theirs = lanes.computeIfAbsent(group[from], key -> new Lanes(recorder)).next(bytes);
    recorder.receive(group[from], theirs);
    return theirs;
  }

  /** Receives {@code own.length()} bytes and folds them: {@code into = own op theirs}. */
  public void receiveAndFold(int from, Span own, Span into) {
    receiveAndFold(from, own, into, false);
  }

  /**
   * Receives bytes and folds them, where the order of operands matters: {@code into = theirs op
   * own}.
   */
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
   * Copies bytes, piece after piece, so that the rank looks after its messages in between; nothing
   * where both are the same.
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
   * Begins another turn of serving peers, of which so many go on at once: its sends wait for the
   * last send of the turn that began {@code atOnce} turns before, its receives for the last receive
   * there.
   *
   * <p>So that ranks do not wait for each other in a circle, there must be one order of all
   * messages that are exchanged in turns, the same for all ranks, and each rank takes its own in
   * that order: then of those that have not arrived the first one waits for none. The numbers of
   * turns need not agree, a rank may have nothing to do where others exchange.
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

  /** The length of segments, whole elements. */
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
