/**
 * Who shares what with whom: from where all ranks run to the groups of every level. What a rank
 * must know is small: which ranks are on which node, and the places on its own node.
 */
package io.starling.topology.layout;
