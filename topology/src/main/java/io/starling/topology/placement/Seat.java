package io.starling.topology.placement;

import io.starling.topology.CpuSet;

/**
 * Where a rank runs. Only PUs that the job may use are in either set.
 *
 * @param rank its rank in the job
 * @param node the index of its node in the cluster
 * @param home the PUs of the core that it was mapped to, or of several where a rankfile says so
 * @param cpus the PUs that it may use: those it is bound to, or all that the job may use on the
 *     node where it is not bound
 */
public record Seat(int rank, int node, CpuSet home, CpuSet cpus) {}
