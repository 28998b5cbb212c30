/**
 * Solvers that prove which order of a few hosts is the best one.
 *
 * <pre>{@code
 * CommunicationPattern, LinkCosts ---> WholeCosts ---> RingModel, PlacesModel ---> CpSatSearch
 *                                          '---------> Z3Model ------------------> Z3Search
 * }</pre>
 */
package io.starling.solvers;
