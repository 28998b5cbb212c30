/**
 * The launcher's side of other hosts: it starts their agents, hears them and speaks to them. {@link
 * io.starling.launcher.remote.HostAgents} brings agents up, {@link
 * io.starling.launcher.remote.Agents} makes an {@link io.starling.launcher.remote.Event} of what
 * they say. {@link io.starling.launcher.remote.HostProbing} has them measure the links between
 * hosts, from which {@link io.starling.launcher.remote.LocalityOrder} finds an order.
 *
 * <pre>
 * LocalityOrder, HostsProbe ──> HostProbing ──> HostAgents ──> Agents ──> RemoteOutput
 *
 * remote ──> placing, agent, contact, archive, output, exit
 * </pre>
 */
package io.starling.launcher.remote;
