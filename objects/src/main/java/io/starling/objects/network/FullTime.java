package io.starling.objects.network;

/**
 * The times in which a connection had always more to write than the kernel took: only these tell
 * its bandwidth.
 *
 * <pre>
 *   writes   full  full  full  full   done          full ...
 *            |------- a sample ---|   not counted
 * </pre>
 */
final class FullTime {

  /** Shorter times say more of buffers than of links. */
  private static final long SHORTEST = 5_000_000;

  private static final long FEWEST_BYTES = 4 << 20;

  private final LinkMeter meter;
  private boolean full;
  private long since;
  private long bytes;

  FullTime(LinkMeter meter) {
    this.meter = meter;
  }

  /**
   * A write has ended.
   *
   * @param written the bytes that the kernel took
   * @param isFull whether it took no more
   */
  void onWrite(long written, boolean isFull, long now) {
    if (full && isFull) {
      bytes += written;
      if (now - since >= SHORTEST && bytes >= FEWEST_BYTES) {
        meter.onBytes(bytes, now - since);
        begin(now);
      }
    } else if (isFull) {
      begin(now);
    }
    full = isFull;
  }

  private void begin(long now) {
    since = now;
    bytes = 0;
  }
}
