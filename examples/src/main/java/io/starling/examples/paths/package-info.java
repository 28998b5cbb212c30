/**
 * All-pairs shortest paths: graphs and their files, the sequential and the distributed algorithm of
 * Floyd and Warshall, on processors and on GPUs.
 *
 * <p>Distances are {@code int}s, because Java vectorises additions and minima of {@code int[]} rows
 * and because sums of whole numbers are exact, so that the parallel and the sequential result are
 * equal bit by bit. {@link io.starling.examples.paths.FloydWarshall#UNREACHABLE} is half of the
 * largest {@code int}: twice it does not overflow.
 *
 * <pre>
 * GraphFile ──> DimacsReader, MatrixMarketReader ──> Graph
 * DistributedFloydWarshall, DeviceFloydWarshall ──> PathAlgorithm, RowBlocks
 *
 * AllPairsShortestPaths ──> paths ──> program
 * paths ──> io.starling.collectives, io.starling.gpu, io.starling.runtime
 * </pre>
 */
package io.starling.examples.paths;
