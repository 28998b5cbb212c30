/**
 * Allreduce: all ranks get the reduction of the data of all. Each class is an algorithm: a pattern
 * of shared phases, or a tree whose root feeds a broadcast. The arrows: allreduce to phase,
 * exchange and tree.
 */
package io.starling.collectives.allreduce;
