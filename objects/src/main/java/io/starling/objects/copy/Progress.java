package io.starling.objects.copy;

import io.starling.objects.protocol.Lane;

/**
 * What is there of an object.
 *
 * <pre>
 *   EVEN      |=|   |=|   |=|   |-|       three stripes are there
 *   ODD          |=|   |-|   |-|          one is there
 *   watermark =========                   up to the first byte that is missing
 * </pre>
 *
 * <p>Invariant: a stamp names the content of a half; bytes of different contents are no object, and
 * the watermark is 0 as long as the halves differ.
 */
final class Progress {

  private final long size;
  private final long stripe;
  private final long[] stamps = new long[Lane.HALVES.size()];
  private final long[] positions = new long[Lane.HALVES.size()];
  private long watermark;

  Progress(long size, long stamp) {
    this.size = size;
    this.stripe = Lane.stripe(size);
    restart(Lane.ALL, stamp);
  }

  /** Names the content; 0 as long as there is none, or the halves differ. */
  long stamp(Lane lane) {
    if (lane == Lane.ALL) {
      return stamps[0] == stamps[1] ? stamps[0] : 0;
    }
    return stamps[lane.ordinal()];
  }

  /** How many bytes of a lane are there, from its first. */
  long watermark(Lane lane) {
    return lane == Lane.ALL ? watermark : positions[lane.ordinal()];
  }

  /** More bytes of a lane are there. */
  void advance(Lane lane, long bytes) {
    if (lane == Lane.ALL) {
      positions[0] = Lane.EVEN.within(watermark + bytes, stripe);
      positions[1] = Lane.ODD.within(watermark + bytes, stripe);
    } else {
      positions[lane.ordinal()] += bytes;
    }
    update();
  }

  /** What follows in a lane is another content, from its first byte. */
  void restart(Lane lane, long stamp) {
    for (Lane half : Lane.HALVES) {
      if (lane.has(half)) {
        stamps[half.ordinal()] = stamp;
        positions[half.ordinal()] = 0;
      }
    }
    update();
  }

  private void update() {
    long missing =
        Math.min(Lane.EVEN.offset(positions[0], stripe), Lane.ODD.offset(positions[1], stripe));
    watermark = stamps[0] == stamps[1] ? Math.min(missing, size) : 0;
  }
}
