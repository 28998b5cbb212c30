/**
 * The store's side of the door for local programs: what both say to each other, and a session for
 * each program. Programs in the same process speak without a socket. Another user's program is
 * refused, as is one that does not know the secret.
 *
 * <pre>
 * SocketDoor ──> SocketSession ──> Session ──> SessionGet, SessionPut, SessionWatch
 *                 DirectDoor ─────────^
 *
 * client, host, bench ──> door
 * door ──> store, operation, copy, protocol, reactor, wire, io.starling.objects
 * door ──> io.starling.runtime, runtime.datatype, runtime.net
 * </pre>
 */
package io.starling.objects.door;
