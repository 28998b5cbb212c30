/**
 * One port for a job over several hosts: shared memory to the ranks of the same host, another
 * transport to the others. Matching, order, cancel, failure and sleeping are as if there were one.
 *
 * <pre>
 *             RoutingPort ── RoutedReceives ── HeldReceives   those that may match messages of both
 *                  │                │
 *                  └──── Routes ────┘        which port reaches a peer, always the same
 *                       │      │
 *         transport.shared    transport.ucx
 * </pre>
 *
 * <pre>
 * collectives ──> transport.routing ──> progress, bootstrap.api, os
 * </pre>
 *
 * <p>It knows both ports as ports only; who makes it gives it them.
 */
package io.starling.runtime.transport.routing;
