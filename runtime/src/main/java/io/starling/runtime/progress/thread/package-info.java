/**
 * Which threads may call a rank, and how they wait. A {@link
 * io.starling.runtime.progress.thread.Guard} admits them, and a {@link
 * io.starling.runtime.progress.thread.Wait} polls, sleeps or parks until what a call awaits has
 * happened. A {@link Threading} says which threads may call and whether one makes progress in the
 * background; an {@link IdleStrategy} says what a thread does while nothing happens.
 *
 * <pre>
 * assembly ──> thread ──> progress
 * </pre>
 */
package io.starling.runtime.progress.thread;
