/**
 * Matches messages with receives in MPI's order (MPI 4.1, section 3.5), for transports without
 * their own matching. {@link io.starling.runtime.transport.matching.PostedReceives} are searched
 * for each message, a {@link io.starling.runtime.transport.matching.TagQueue} of messages for each
 * receive. Both know tags and masks only, so what a message is stays with its transport.
 *
 * <pre>
 * transport.shared, transport.simulated ──> matching ──> progress
 * </pre>
 */
package io.starling.runtime.transport.matching;
