/**
 * Derives the groups of ranks at every level from the places of all ranks. A rank needs only the
 * table of nodes and the places on its own node.
 */
package io.starling.topology.layout;
