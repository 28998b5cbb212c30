/**
 * Collectives of short messages on a {@link io.starling.runtime.progress.Board}: each rank posts
 * its data once, in the shared memory of the host, and each rank that needs it reads it there.
 * {@link io.starling.collectives.board.BoardTask} says which collectives; one operation runs all of
 * them. The arrows: board to exchange and operation.
 */
package io.starling.collectives.board;
