/**
 * Scatter: each rank gets a block of the root's. Each class is an algorithm: a pattern that records
 * the moves of one rank, round by round. The arrows: scatter to exchange.
 */
package io.starling.collectives.scatter;
