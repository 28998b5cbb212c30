/**
 * The network between stores: TCP, one connection for each pair, on the thread of the store.
 * Messages arrive once and in order as long as both stores live, whatever becomes of connections.
 * Both ends prove that they know the secret, which is never sent.
 *
 * <pre>
 * TcpNetwork ──> PeerLink ──> Connection ──> FrameReader, FrameWriter
 *      └───────> Entrance
 *
 * host ──> network ──> transfer, protocol, reactor, wire
 * network ──> io.starling.runtime, runtime.memory, runtime.net
 * </pre>
 */
package io.starling.objects.network;
