/**
 * Shapes of trees: a {@link io.starling.collectives.tree.TreeShape} is a pure function of rank,
 * size and root, and a {@link io.starling.collectives.tree.Branch} is one rank's part of it. {@link
 * io.starling.collectives.tree.TopologyTree} puts one shape for each level of the hardware
 * together. The arrows: none to other packages of the module.
 */
package io.starling.collectives.tree;
