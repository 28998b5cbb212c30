package io.starling.collectives.exchange;

import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Records moves, and derives the moves for which each must wait. */
final class Recorder {

  private static final int INITIAL_MOVES = 16;

  /** The messages in one direction between this rank and a peer. */
  private static final class Stream {
    private int[] moves = new int[4];
    private int count;

    void add(int move) {
      if (count == moves.length) {
        moves = Arrays.copyOf(moves, 2 * count);
      }
      moves[count++] = move;
    }
  }

  private final Tuning tuning;
  private final Hazards[] hazards = {new Hazards(), new Hazards(), new Hazards()};
  private final Map<Integer, Stream> sends = new HashMap<>();
  private final Map<Integer, Stream> receives = new HashMap<>();
  private final TurnLimit sendTurns = new TurnLimit();
  private final TurnLimit receiveTurns = new TurnLimit();
  private byte[] kind = new byte[INITIAL_MOVES];
  private int[] peer = new int[INITIAL_MOVES];
  private int[] message = new int[INITIAL_MOVES];
  private byte[] area = new byte[Schedule.OPERANDS * INITIAL_MOVES];
  private long[] offset = new long[Schedule.OPERANDS * INITIAL_MOVES];
  private long[] length = new long[INITIAL_MOVES];
  private int[][] waitsFor = new int[INITIAL_MOVES][];
  private int moves;
  private int[] found = new int[INITIAL_MOVES];
  private int foundCount;
  private long scratchBytes;

  Recorder(Tuning tuning) {
    this.tuning = tuning;
  }

  Tuning tuning() {
    return tuning;
  }

  /** Reserves scratch memory, aligned to cache lines. */
  long reserve(long bytes) {
    long at = scratchBytes;
    scratchBytes += (bytes + 63) / 64 * 64;
    return at;
  }

  /** The number of moves, which is the number of the next one. */
  int moves() {
    return moves;
  }

  void send(int to, Span span) {
    Stream stream = sends.computeIfAbsent(to, key -> new Stream());
    int window = tuning.sendWindow();
    boolean confirmed = stream.count % window == window - 1;
    int move = open(confirmed ? Schedule.SEND_CONFIRMED : Schedule.SEND, span.length());
    read(move, Schedule.SOURCE, span);
    if (!confirmed && stream.count >= 2 * window) {
      // Short sends complete at once; the confirmed send two windows earlier bounds them.
      waitFor(stream.moves[(stream.count / window - 1) * window - 1]);
    }
    enter(move, to, stream, window, sendTurns);
  }

  void receive(int from, Span span) {
    Stream stream = receives.computeIfAbsent(from, key -> new Stream());
    int move = open(Schedule.RECEIVE, span.length());
    write(move, span);
    enter(move, from, stream, tuning.receiveWindow(), receiveTurns);
  }

  private void enter(int move, int itsPeer, Stream stream, int window, TurnLimit turns) {
    if (stream.count == Tags.MAX_SEGMENTS) {
      throw new IllegalArgumentException(
          "more than %d messages between two ranks; use longer segments"
              .formatted(Tags.MAX_SEGMENTS));
    }
    peer[move] = itsPeer;
    message[move] = stream.count;
    if (stream.count >= window) {
      waitFor(stream.moves[stream.count - window]);
    }
    if (turns.floor() != TurnLimit.NONE) {
      waitFor(turns.floor());
    }
    stream.add(move);
    turns.add(move);
    close(move);
  }

  /** Begins another turn, see {@link TurnLimit}. */
  void nextTurn(int atOnce) {
    sendTurns.next(atOnce);
    receiveTurns.next(atOnce);
  }

  void copy(Span from, Span into) {
    int move = open(Schedule.COPY, from.length());
    read(move, Schedule.SOURCE, from);
    write(move, into);
    close(move);
  }

  void fold(Span left, Span right, Span into) {
    int move = open(Schedule.FOLD, left.length());
    read(move, Schedule.SOURCE, left);
    read(move, Schedule.RIGHT, right);
    write(move, into);
    close(move);
  }

  /** Makes the last move wait for another one too. */
  void lastWaitsFor(int... others) {
    int last = moves - 1;
    foundCount = 0;
    for (int other : waitsFor[last]) {
      waitFor(other);
    }
    for (int other : others) {
      waitFor(other);
    }
    close(last);
  }

  private int open(byte itsKind, long bytes) {
    if (moves == kind.length) {
      grow();
    }
    int move = moves++;
    kind[move] = itsKind;
    length[move] = bytes;
    foundCount = 0;
    return move;
  }

  private void read(int move, int operand, Span span) {
    place(move, operand, span);
    hazards[span.area().ordinal()].read(move, span.offset(), span.length(), this::waitFor);
  }

  private void write(int move, Span span) {
    place(move, Schedule.TARGET, span);
    hazards[span.area().ordinal()].write(move, span.offset(), span.length(), this::waitFor);
  }

  private void place(int move, int operand, Span span) {
    area[Schedule.OPERANDS * move + operand] = (byte) span.area().ordinal();
    offset[Schedule.OPERANDS * move + operand] = span.offset();
  }

  private void waitFor(int other) {
    for (int i = 0; i < foundCount; i++) {
      if (found[i] == other) {
        return;
      }
    }
    if (foundCount == found.length) {
      found = Arrays.copyOf(found, 2 * foundCount);
    }
    found[foundCount++] = other;
  }

  private void close(int move) {
    waitsFor[move] = Arrays.copyOf(found, foundCount);
  }

  private void grow() {
    int capacity = 2 * kind.length;
    kind = Arrays.copyOf(kind, capacity);
    peer = Arrays.copyOf(peer, capacity);
    message = Arrays.copyOf(message, capacity);
    area = Arrays.copyOf(area, Schedule.OPERANDS * capacity);
    offset = Arrays.copyOf(offset, Schedule.OPERANDS * capacity);
    length = Arrays.copyOf(length, capacity);
    waitsFor = Arrays.copyOf(waitsFor, capacity);
  }

  private IntStream first(int[] prerequisites, boolean copies) {
    return IntStream.range(0, moves)
        .filter(move -> prerequisites[move] == 0 && kind[move] == Schedule.COPY == copies);
  }

  Schedule schedule() {
    int[] prerequisites = new int[moves];
    int[] dependentsFrom = new int[moves + 1];
    for (int move = 0; move < moves; move++) {
      prerequisites[move] = waitsFor[move].length;
      for (int other : waitsFor[move]) {
        dependentsFrom[other + 1]++;
      }
    }
    for (int move = 0; move < moves; move++) {
      dependentsFrom[move + 1] += dependentsFrom[move];
    }
    int[] next = Arrays.copyOf(dependentsFrom, moves);
    int[] dependents = new int[dependentsFrom[moves]];
    for (int move = 0; move < moves; move++) {
      for (int other : waitsFor[move]) {
        dependents[next[other]++] = move;
      }
    }
    return new Schedule(
        Arrays.copyOf(kind, moves),
        Arrays.copyOf(peer, moves),
        Arrays.copyOf(message, moves),
        Arrays.copyOf(area, Schedule.OPERANDS * moves),
        Arrays.copyOf(offset, Schedule.OPERANDS * moves),
        Arrays.copyOf(length, moves),
        prerequisites,
        IntStream.concat(first(prerequisites, false), first(prerequisites, true)).toArray(),
        dependentsFrom,
        dependents,
        scratchBytes);
  }
}
