/**
 * Broadcast over trees, segment by segment: {@link io.starling.collectives.broadcast.TreeBroadcast}
 * reacts to each segment, and the others are there to be compared with it. {@link
 * io.starling.collectives.broadcast.ScatterAllgather} works in rounds instead. The arrows:
 * broadcast to operation, exchange and tree.
 */
package io.starling.collectives.broadcast;
