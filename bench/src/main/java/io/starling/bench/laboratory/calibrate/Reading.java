package io.starling.bench.laboratory.calibrate;

import java.util.Locale;
import java.util.Optional;

/**
 * What was measured once.
 *
 * @param what {@link #PING_PONG} and the like, or the name of a collective
 * @param bytes of a message; of what all segments lie in, where there are segments
 * @param segment how long segments are, in bytes
 * @param value microseconds of a segment, or of a collective; for {@link #EAGER} bytes
 */
record Reading(String what, long bytes, long segment, double value) {

  /** Half a round trip. */
  static final String PING_PONG = "ping-pong";

  /** Segments one after the other from rank 0 to rank 1. */
  static final String STREAM = "stream";

  /** To fold a segment that has just come into a message. */
  static final String FOLD = "fold";

  /** The longest message whose send ends before its receive has begun. */
  static final String EAGER = "eager";

  private static final String MARK = "reading";
  private static final int FIELDS = 5;

  /** As rank 0 writes it. */
  String toLine() {
    return String.format(Locale.ROOT, "%s\t%s\t%d\t%d\t%.6f", MARK, what, bytes, segment, value);
  }

  /** Reads {@link #toLine}; nothing where a line is something else. */
  static Optional<Reading> ofLine(String line) {
    String[] fields = line.split("\t", -1);
    return fields.length == FIELDS && fields[0].equals(MARK)
        ? Optional.of(
            new Reading(
                fields[1],
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Double.parseDouble(fields[4])))
        : Optional.empty();
  }
}
