package io.starling.objects.network;

import io.starling.objects.transfer.LinkEstimate;

/**
 * What a store has seen of its links.
 *
 * <pre>
 *   latency     half of the shortest round trips of late; old ones count less and less
 *   bandwidth   bytes that the kernel took while a connection always had more of them
 * </pre>
 *
 * <p>Until something was seen, the usual values stand.
 */
public final class LinkMeter {

  /** By how much a latency grows that no later round trip confirms. */
  private static final double AGEING = 1.02;

  /** How much a new bandwidth counts against all earlier ones. */
  private static final double WEIGHT = 0.25;

  private double latency;
  private double bandwidth;

  LinkMeter() {}

  /** A message and its answer took so many nanoseconds. */
  public void onRoundTrip(long nanoseconds) {
    double half = nanoseconds / 2.0;
    latency = latency == 0 ? half : Math.min(half, latency * AGEING);
  }

  /** A connection that was full all the time has taken these bytes. */
  void onBytes(long bytes, long nanoseconds) {
    double now = (double) bytes / nanoseconds;
    bandwidth = bandwidth == 0 ? now : bandwidth + WEIGHT * (now - bandwidth);
  }

  /** The links as far as they are known. */
  LinkEstimate estimate() {
    return new LinkEstimate(
        latency == 0 ? LinkEstimate.ASSUMED.latency() : latency,
        bandwidth == 0 ? LinkEstimate.ASSUMED.bytesPerNanosecond() : bandwidth);
  }
}
