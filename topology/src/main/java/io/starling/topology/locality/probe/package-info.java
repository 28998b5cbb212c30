/**
 * Measures the round-trip times and bandwidths between hosts (Cloud Collectives, section IV-B).
 *
 * <pre>{@code
 * FullProbe, AdaptiveProbe ---> PairMeter (rounds of disjoint pairs) ---> ProbeStation of each host
 *            |                                                               UdpPing, TcpLink
 *            v
 *      ProbedMatrix ---> LatencyMatrix
 * }</pre>
 */
package io.starling.topology.locality.probe;
