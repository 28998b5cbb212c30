/**
 * Where ranks are put on machines, and what they are bound to: pure functions of the machines.
 *
 * <pre>{@code
 * Allotment ---> Placer ---> Placement (a Seat for each rank) ---> BindingPicture
 *                  ^
 *   Wishes, Rankfile              |
 *                                 v
 *   GpuMap ---------------> GpuAssignment (a GPU for each rank)
 * }</pre>
 */
package io.starling.topology.placement;
