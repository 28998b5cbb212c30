package io.starling.objects.transfer;

/**
 * What a store knows of its links.
 *
 * @param latency nanoseconds from one store to another
 * @param bytesPerNanosecond the bandwidth of a stream
 */
public record LinkEstimate(double latency, double bytesPerNanosecond) {

  /** TCP over 10 Gbit/s: what a network says that has not measured. */
  public static final LinkEstimate ASSUMED = new LinkEstimate(25_000, 1.25);
}
