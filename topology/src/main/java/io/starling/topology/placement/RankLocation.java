package io.starling.topology.placement;

import io.starling.topology.machine.CpuSet;

/**
 * The location of a rank. Both sets contain only PUs that the job may use.
 *
 * @param rank its rank in the job
 * @param node the index of its node in the cluster
 * @param home the PUs of the core to which it was mapped, or of several cores in a rankfile
 * @param cpus the PUs that it may use: those to which it is bound, or all that the job may use on
 *     the node if it is not bound
 */
public record RankLocation(int rank, int node, CpuSet home, CpuSet cpus) {}
