package io.starling.collectives.exchange;

/**
 * One rank's moves of a collective, and what each of them waits for. Immutable, and nothing but
 * numbers: a run allocates no more than a copy of {@code prerequisites}.
 *
 * @param kind what each move does
 * @param peer whom it sends to or receives from
 * @param message its number among the messages of this pair in this direction
 * @param area three areas for each move: {@link Area#ordinal} of source, second source and target
 * @param offset three offsets, in the same way
 * @param length bytes
 * @param prerequisites how many moves each one waits for
 * @param first the moves that wait for none, copies last: peers need not wait for them
 * @param dependentsFrom for each move where its dependents begin; one more entry at the end
 * @param dependents who waits for it
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

  /** A send that is complete when its receive was found. */
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
