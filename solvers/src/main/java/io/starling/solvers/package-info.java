/**
 * Solvers that prove which order of a few hosts is the best one. Topology finds them as an {@link
 * io.starling.topology.locality.ExactSearch}, so nothing depends on them. Where a solver's library
 * does not load, its answer says so.
 *
 * <pre>{@code
 * CommunicationPattern, LinkCosts ---> WholeCosts ---> RingModel, PlacesModel ---> CpSatSearch
 *                                          '---------> Z3Model ------------------> Z3Search
 * }</pre>
 *
 * <pre>
 * solvers ──> topology.locality
 * </pre>
 */
package io.starling.solvers;
