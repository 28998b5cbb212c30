package io.starling.collectives.file;

/**
 * What one aggregator has of a rank's access, block by block. The file is divided into blocks of
 * equal length from its beginning, which the aggregators have in turn. Bytes ascend, so each
 * portion is a range of the rank's data. Both sides compute the same portions.
 *
 * <pre>
 * blocks of aggregator    0     |  1     |  0     |  1
 * runs of the access       ##     ##   ## ####
 * portions of 0            ^^            ^^^
 * </pre>
 */
final class Portions {

  private final FilePart part;
  private final long blockBytes;
  private final int aggregators;
  private final int aggregator;
  private long block;
  private long from;
  private long to;

  Portions(FilePart part, long blockBytes, int aggregators, int aggregator) {
    this.part = part;
    this.blockBytes = blockBytes;
    this.aggregators = aggregators;
    this.aggregator = aggregator;
    advance();
  }

  /** Goes to the next portion. */
  void advance() {
    long packed = to;
    while (packed < part.bytes()) {
      long place = part.offsetOf(packed) / blockBytes;
      long ahead = Math.floorMod(aggregator - place, (long) aggregators);
      if (ahead == 0) {
        block = place;
        from = packed;
        to = part.bytesBefore((place + 1) * blockBytes);
        return;
      }
      packed = part.bytesBefore((place + ahead) * blockBytes);
    }
    block = Long.MAX_VALUE;
    from = packed;
    to = packed;
  }

  /** Whether there is no portion any more. */
  boolean isOver() {
    return from == to;
  }

  FilePart part() {
    return part;
  }

  /** The number of its block in the file; {@link Long#MAX_VALUE} if there is none. */
  long block() {
    return block;
  }

  /** Where it begins in the rank's data. */
  long from() {
    return from;
  }

  /** Its length in bytes. */
  long length() {
    return to - from;
  }
}
