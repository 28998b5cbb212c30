/**
 * The operation of all algorithms that work in rounds: an algorithm is a {@link
 * io.starling.collectives.exchange.Pattern}, which writes one rank's moves into a {@link
 * io.starling.collectives.exchange.Program}. Moves that use the same bytes wait for each other;
 * {@link io.starling.collectives.exchange.ExchangeOperation} runs all others at once. The arrows:
 * exchange to operation and tree.
 */
package io.starling.collectives.exchange;
