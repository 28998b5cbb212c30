/**
 * A plain, immutable model of machines. {@link io.starling.topology.Machine} is the way in; hwloc
 * is behind it and nowhere else.
 */
package io.starling.topology;
