/**
 * System calls for which Java has no method. {@link io.starling.runtime.os.Linux} has those of
 * Linux, all called in one shape ({@link io.starling.runtime.os.SixWords}), and {@link
 * io.starling.runtime.os.Poll} waits for file descriptors. Needs nothing else of Starling but its
 * errors.
 *
 * <pre>
 * transports ──> os ──> io.starling.runtime
 * </pre>
 */
package io.starling.runtime.os;
