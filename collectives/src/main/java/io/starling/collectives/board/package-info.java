/**
 * Collectives of short messages on a {@link io.starling.runtime.progress.Board}: each rank posts
 * its data once, in the shared memory of the host, and each rank that needs it reads it there.
 */
package io.starling.collectives.board;
