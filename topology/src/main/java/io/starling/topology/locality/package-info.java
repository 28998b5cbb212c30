/**
 * Finds the order of hosts in which a collective costs least (Cloud Collectives). It knows hosts by
 * their round-trip times and bandwidths, and a collective by its messages. The search anneals; a
 * solver that proves the best order comes from another module, as an {@link
 * io.starling.topology.locality.ExactSearch}.
 *
 * <pre>{@code
 * LatencyMatrix ---> LinkCosts ---.
 *                                 v
 * CostModels ---> CommunicationPattern ---> Evaluation <--- Annealing <--- RankOrderSearch
 *                                 |                                              |
 *                                 '---> lowerBound                               v
 *                                       (HeldKarpBound, RoundsBound)         RankOrder <--- ExactSearch
 * }</pre>
 *
 * <pre>
 * layout, locality.probe, collectives, launcher, solvers, bench ──> locality
 * locality ──> runtime.json, runtime.memory
 * </pre>
 */
package io.starling.topology.locality;
