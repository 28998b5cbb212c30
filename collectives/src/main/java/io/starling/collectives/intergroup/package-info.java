/**
 * Collectives between two groups of ranks (MPI 4.1, section 7.6): the ranks of both are numbered
 * together, those of the lower group first ({@link io.starling.collectives.intergroup.Sides}). Each
 * class is a pattern that records the moves of one rank; alltoall and the like are exchanges among
 * neighbours. The arrows: intergroup to phase, exchange and tree.
 */
package io.starling.collectives.intergroup;
