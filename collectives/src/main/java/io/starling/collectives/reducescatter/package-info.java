/**
 * Reduce-scatter: each rank gets one block of the reduction. Each class is an algorithm: a pattern
 * that records the moves of one rank, round by round. The arrows: reducescatter to phase and
 * exchange.
 */
package io.starling.collectives.reducescatter;
