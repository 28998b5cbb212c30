/**
 * Computes the placement and the binding of ranks: pure functions of the machines.
 *
 * <pre>{@code
 * ClusterAllocation ---> Placer ---> Placement (a RankLocation for each rank) ---> BindingPicture
 *                          ^             |
 * PlacementPolicy, Rankfile              v
 *              GpuMap ---------------> GpuAssignment (a GPU for each rank)
 * }</pre>
 */
package io.starling.topology.placement;
