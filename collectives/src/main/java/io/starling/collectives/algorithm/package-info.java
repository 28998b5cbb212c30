/**
 * The registered algorithms: the name, parameters and restrictions of each, and how it makes an
 * operation for a {@link io.starling.collectives.algorithm.Task}. {@link
 * io.starling.collectives.algorithm.AlgorithmRegistry} lists them; an algorithm in it is tested,
 * tuned and benchmarked. The arrows: algorithm to the packages of the collectives, board, shelf,
 * neighbour, intergroup, exchange, operation and tree.
 */
package io.starling.collectives.algorithm;
