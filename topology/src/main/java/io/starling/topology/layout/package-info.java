/**
 * Derives the groups of ranks at every level from the places of all ranks. A rank needs only the
 * table of nodes and the places on its own node. A launcher publishes both in the bootstrap store;
 * ranks that it has not placed find them out by two exchanges.
 *
 * <pre>
 * LayoutExchange, HostDiscovery ──> LayoutBuilder ──> Layout ──> Hierarchy ──> GroupDivision
 *                                                        └─────> NodeTable, NodeReport
 *
 * collectives, launcher, bench ──> layout ──> placement, locality, machine, Level
 * </pre>
 */
package io.starling.topology.layout;
