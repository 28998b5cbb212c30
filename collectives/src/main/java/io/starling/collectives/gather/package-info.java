/**
 * Gather: the root gets the data of each rank. Each class is an algorithm: a pattern that records
 * the moves of one rank, round by round. The arrows: gather to exchange.
 */
package io.starling.collectives.gather;
