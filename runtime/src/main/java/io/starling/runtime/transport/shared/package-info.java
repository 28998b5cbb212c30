/**
 * The transport between ranks of one host, through shared memory.
 *
 * <pre>
 *   short     sender -- slot of the receiver's ring, data in it --------------> receiver
 *   medium    sender -- cell of the sender; its place through the ring -------> receiver copies
 *   staged    sender -- a piece of its stage, filled while the receiver copies --> receiver copies
 *   array     sender -- the same; if long, chunks, filled while the receiver copies -> receiver copies
 *   long      sender -- a record; its place through the ring -----------------> receiver matches,
 *             both copy chunks from memory to memory until none is left          then marks it
 * </pre>
 *
 * A long message is copied once, directly from shared memory or by {@code process_vm_readv} and
 * {@code process_vm_writev}. If these are forbidden, it is copied twice, through a stage.
 *
 * <pre>
 * collectives ──> transport.shared ──> transport.matching, progress, bootstrap.api, os
 * </pre>
 */
package io.starling.runtime.transport.shared;
