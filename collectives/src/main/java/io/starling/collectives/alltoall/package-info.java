/**
 * Alltoall: each rank has a block for each other. Each class is an algorithm: a pattern that
 * records the moves of one rank, round by round. The arrows: alltoall to exchange.
 */
package io.starling.collectives.alltoall;
