/**
 * A store: the rooms below, wired. One thread owns it; network, timers and membership come from
 * outside, so the same store runs over TCP and in virtual time. It waits for nothing: listeners
 * hear what came of a call.
 *
 * <pre>
 * Store ──> Machines ──> Directory, Fetches, Puts, Reductions, Streams
 *   └─────> Inbox
 *
 * client, door, host, simulated, bench ──> store
 * store ──> reduce, operation, transfer, copy, directory, protocol, io.starling.objects
 * store ──> io.starling.runtime
 * </pre>
 */
package io.starling.objects.store;
