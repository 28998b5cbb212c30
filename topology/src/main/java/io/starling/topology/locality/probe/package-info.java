/**
 * Measures the round-trip times and bandwidths between hosts (Cloud Collectives, section IV-B). A
 * probe chooses the pairs of hosts, and the {@link
 * io.starling.topology.locality.probe.ProbeStation} of a host measures. The caller brings the way
 * from one to the other, a {@link io.starling.topology.locality.probe.PairMeter}.
 *
 * <pre>{@code
 * FullProbe, AdaptiveProbe ---> PairMeter (rounds of disjoint pairs) ---> ProbeStation of each host
 *            |                                                               UdpPing, TcpLink
 *            v
 *      ProbedMatrix ---> LatencyMatrix
 * }</pre>
 *
 * <pre>
 * collectives, launcher, bench ──> locality.probe ──> locality
 * </pre>
 */
package io.starling.topology.locality.probe;
