/**
 * Allgather: the data of each rank goes to all. Each class is an algorithm: a pattern that records
 * the moves of one rank, round by round. The arrows: allgather to exchange.
 */
package io.starling.collectives.allgather;
