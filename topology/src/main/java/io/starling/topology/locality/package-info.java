/**
 * Finds the order of hosts in which a collective costs least (Cloud Collectives).
 *
 * <pre>{@code
 * LatencyMatrix ---> LinkCosts ---.
 *                                 v
 * CostModels ---> CommunicationPattern ---> Evaluation <--- Annealing <--- RankOrderSearch
 *                                 |                                              |
 *                                 '---> lowerBound                               v
 *                                       (HeldKarpBound, RoundsBound)         RankOrder <--- ExactSearch
 * }</pre>
 */
package io.starling.topology.locality;
