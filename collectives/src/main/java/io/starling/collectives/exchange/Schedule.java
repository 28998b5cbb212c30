package io.starling.collectives.exchange;

/**
 * One rank's moves of a collective, and their dependencies. It is immutable and consists of numbers
 * only: a run allocates only a copy of {@code prerequisites}.
 *
 * @param kind the kind of each move
 * @param peer the rank to which it sends or from which it receives
 * @param message its number among the messages of this pair in this direction
 * @param area three areas for each move: {@link Area#ordinal} of source, second source and target
 * @param offset three offsets, in the same way
 * @param length the length in bytes
 * @param prerequisites the number of moves for which each one waits
 * @param first the moves that wait for none, copies last, because no peer waits for them
 * @param dependentsFrom for each move the index of its first dependent; one more entry at the end
 * @param dependents the moves that wait for it
 * @param scratchBytes the size of {@link Area#SCRATCH}
 */
record Schedule(
    byte[] kind,
    int[] peer,
    int[] message,
    byte[] area,
    long[] offset,
    long[] length,
    int[] prerequisites,
    int[] first,
    int[] dependentsFrom,
    int[] dependents,
    long scratchBytes) {

  static final byte SEND = 0;

  /** A send that completes only after it was matched. */
  static final byte SEND_CONFIRMED = 1;

  static final byte RECEIVE = 2;
  static final byte FOLD = 3;
  static final byte COPY = 4;

  static final int OPERANDS = 3;
  static final int SOURCE = 0;
  static final int RIGHT = 1;
  static final int TARGET = 2;

  int moves() {
    return kind.length;
  }
}
