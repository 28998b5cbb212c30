/**
 * What a rank's threads are allowed, and how they wait. A {@link Threading} says which threads may
 * call and whether one makes progress in the background; an {@link IdleStrategy} says what a thread
 * does while nothing happens. Nothing here knows of transfers.
 *
 * <pre>
 * collectives ──> progress ──> thread
 * </pre>
 */
package io.starling.runtime.progress.thread;
