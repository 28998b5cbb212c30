/**
 * One port for a job over several hosts: shared memory to the ranks of the same host, another
 * transport to the others. Matching, order, cancel, failure and sleeping are as if there were one.
 *
 * <pre>
 *             RoutingPort ── HeldReceives        receives that may match messages of both
 *              │        │
 *        transport.shared  transport.ucx         one of them for each peer, always the same
 * </pre>
 */
package io.starling.runtime.transport.routing;
