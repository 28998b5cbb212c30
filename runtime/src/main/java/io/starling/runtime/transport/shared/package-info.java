/**
 * The transport of ranks on one host: memory that they share.
 *
 * <pre>
 *   short     sender -- slot of the receiver's ring, data in it --------------> receiver
 *   medium    sender -- cell of the sender; its place through the ring -------> receiver copies
 *   long      sender -- a record; its place through the ring -----------------> receiver matches,
 *             both copy chunks from memory to memory until none is left          then marks it
 * </pre>
 *
 * A long message is copied once: straight from shared memory, or by {@code process_vm_readv} and
 * {@code process_vm_writev}, or, where these are forbidden, twice through a stage.
 */
package io.starling.runtime.transport.shared;
