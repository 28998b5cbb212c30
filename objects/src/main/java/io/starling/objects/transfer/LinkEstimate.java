package io.starling.objects.transfer;

/**
 * What a store knows of its links.
 *
 * @param latency nanoseconds from one store to another
 * @param bytesPerNanosecond the bandwidth of a stream
 */
public record LinkEstimate(double latency, double bytesPerNanosecond) {}
