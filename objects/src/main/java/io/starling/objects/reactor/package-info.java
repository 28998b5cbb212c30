/**
 * The turns of a store's thread: a selector, deadlines, and connections that take turns to write.
 * One {@link io.starling.objects.reactor.Reactor} serves the door and the network of a store. Knows
 * no protocol.
 *
 * <pre>
 * client, host, network, door ──> reactor ──> io.starling.runtime
 * </pre>
 */
package io.starling.objects.reactor;
