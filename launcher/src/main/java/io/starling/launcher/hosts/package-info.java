/**
 * Hosts by name: how lists, hostfiles and a batch system name them, and how this one is called.
 * {@link io.starling.launcher.hosts.HostSlots} is a host with the number of ranks that it takes,
 * {@link io.starling.launcher.hosts.HostInterface} one of its networks. Uses no other room.
 */
package io.starling.launcher.hosts;
