/**
 * Reduce over trees, segment by segment: {@link io.starling.collectives.reduce.TreeReduce} folds
 * what has arrived, and the others are there to be compared with it. {@link
 * io.starling.collectives.reduce.CubeReduce} works in rounds instead. The arrows: reduce to
 * operation, phase, exchange and tree.
 */
package io.starling.collectives.reduce;
