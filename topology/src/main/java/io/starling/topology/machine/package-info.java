/**
 * A plain, immutable model of machines. {@link Machine} is the entry point; hwloc is used only
 * behind it.
 */
package io.starling.topology.machine;
