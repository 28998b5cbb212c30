package io.starling.topology.locality.probe;

/**
 * What was measured between two hosts, in one direction.
 *
 * @param roundTrip the round-trip time in microseconds, the 10th percentile
 * @param bandwidth in bytes per microsecond; 0 if it was not measured
 * @param sent how many probes were sent
 * @param lost how many of them did not come back
 * @param overTcp whether probes went over TCP, because none came back over UDP
 */
public record PairSample(double roundTrip, double bandwidth, int sent, int lost, boolean overTcp) {}
