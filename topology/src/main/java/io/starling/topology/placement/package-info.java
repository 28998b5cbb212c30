/**
 * Computes the placement and the binding of ranks: pure functions of the machines and of what the
 * user chose. Mapping gives ranks cores, ranking numbers them, and binding limits where they may
 * run. A rank's GPU follows from its place.
 *
 * <pre>{@code
 * ClusterAllocation ---> Placer ---> Placement (a RankLocation for each rank) ---> BindingPicture
 *                          ^             |
 * PlacementPolicy, Rankfile              v
 *              GpuMap ---------------> GpuAssignment (a GPU for each rank)
 * }</pre>
 *
 * <pre>
 * layout, launcher, bench ──> placement ──> machine, Level
 * </pre>
 */
package io.starling.topology.placement;
