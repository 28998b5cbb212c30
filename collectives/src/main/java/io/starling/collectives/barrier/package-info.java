/**
 * Barrier: no rank goes on before all have come. All its patterns are in {@link
 * io.starling.collectives.barrier.BarrierPatterns}; they send messages without data. The arrows:
 * barrier to exchange.
 */
package io.starling.collectives.barrier;
