/**
 * The program's side of the door: connections, gets, puts and futures. The way to the store is a
 * socket where it is another process, and calls where it is this one. Programs reach this room
 * through {@link io.starling.objects.ObjectStore}.
 *
 * <pre>
 * StoreConnections ──> StoreClient ──> Calls ──> Call
 *                           └────────> Wire &lt;── SocketWire, DirectWire
 *
 * ObjectStore, command, bench ──> client
 * client ──> host, door, store, protocol, reactor, wire, io.starling.objects
 * client ──> io.starling.runtime, runtime.datatype, runtime.memory, runtime.net, runtime.log
 * </pre>
 */
package io.starling.objects.client;
