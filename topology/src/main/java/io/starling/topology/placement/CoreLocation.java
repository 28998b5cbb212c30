package io.starling.topology.placement;

/**
 * A core of a cluster.
 *
 * @param node the index of its node
 * @param core its index among the {@link UsableCores} of the node
 */
record CoreLocation(int node, int core) {}
