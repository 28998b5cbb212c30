package io.starling.launcher.agent;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;

/**
 * What an agent tells of its host.
 *
 * @param identity what two processes must have in common to share memory
 * @param name what the host calls itself
 * @param address its own on the network that the job uses
 * @param processors how many the JVM counts, fewer than PUs where a quota is set
 * @param allowed the PUs that the job may use
 * @param machine all of its hardware
 */
public record HostReport(
    String identity,
    String name,
    String address,
    int processors,
    CpuSet allowed,
    Machine machine) {}
