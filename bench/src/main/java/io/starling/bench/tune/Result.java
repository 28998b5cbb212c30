package io.starling.bench.tune;

import java.util.Optional;

/**
 * What was measured for one collective, number of ranks and message length.
 *
 * @param shipped what Starling's own table chooses
 * @param shippedMicros how long that takes
 * @param best what wins, the same as {@code shipped} where nothing is better by more than the noise
 * @param bestMicros how long that takes
 */
record Result(
    String collective,
    int ranks,
    long bytes,
    String shipped,
    double shippedMicros,
    String best,
    double bestMicros) {

  private static final String HEAD = "result";
  private static final String SEPARATOR = "\t";

  boolean changes() {
    return !best.equals(shipped);
  }

  /** The line that rank 0 writes. */
  String toLine() {
    return String.join(
        SEPARATOR,
        HEAD,
        collective,
        String.valueOf(ranks),
        String.valueOf(bytes),
        shipped,
        String.valueOf(shippedMicros),
        best,
        String.valueOf(bestMicros));
  }

  /** Reads such a line; empty where it is another one. */
  static Optional<Result> ofLine(String line) {
    String[] fields = line.split(SEPARATOR, -1);
    if (!fields[0].equals(HEAD)) {
      return Optional.empty();
    }
    return Optional.of(
        new Result(
            fields[1],
            Integer.parseInt(fields[2]),
            Long.parseLong(fields[3]),
            fields[4],
            Double.parseDouble(fields[5]),
            fields[6],
            Double.parseDouble(fields[7])));
  }
}
