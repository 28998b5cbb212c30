/**
 * What a process that is a store has: a thread, the network, a part in the membership, and memory
 * that programs map. It wires the machines, and has no decisions of its own but when to give up. A
 * {@link io.starling.objects.host.ServedStore} has a socket for programs too, and the file by which
 * they find it.
 *
 * <pre>
 * ServedStore ──> StoreHost ──> StoreThread, Member, MemoryFile
 *
 * client, command, bench ──> host
 * host ──> door, store, membership, network, reactor, operation, transfer, copy, protocol
 * host ──> io.starling.objects
 * host ──> io.starling.runtime, runtime.os
 * </pre>
 */
package io.starling.objects.host;
