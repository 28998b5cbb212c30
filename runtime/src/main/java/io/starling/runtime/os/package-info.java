/**
 * System calls for which Java has no method. {@link io.starling.runtime.os.Linux} has those of
 * Linux, all called in one shape ({@link io.starling.runtime.os.SixWords}), {@link
 * io.starling.runtime.os.Poll} waits for file descriptors. {@link
 * io.starling.runtime.os.FileMapping} and {@link io.starling.runtime.os.Uninterruptible} are for
 * what interrupts must not end. Needs nothing else of Starling but its errors.
 *
 * <pre>
 * transports, jobs, stores of objects ──> os ──> io.starling.runtime
 * </pre>
 */
package io.starling.runtime.os;
