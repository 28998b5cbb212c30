/**
 * Scans: each rank gets the reduction of the data of those before it, with its own or without. Each
 * class is an algorithm: a pattern that records the moves of one rank, round by round. The arrows:
 * scan to exchange.
 */
package io.starling.collectives.scan;
