package io.starling.collectives;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Problem;

/**
 * What a rank sends to each other one, and expects of it, in a collective in which each rank knows
 * only its own lengths. With a root, one side has a block for each rank there, and a single one
 * elsewhere.
 */
final class Lengths {

  private Lengths() {}

  /** Bytes to each rank. */
  static long[] sent(Problem problem, int rank, int size) {
    if (problem.neighbours() != Neighbours.NONE) {
      return toNeighbours(problem, size);
    }
    return problem.data().count() == 1
        ? toRoot(problem.data(), problem.root(), rank, size)
        : ofEach(problem.data(), problem.root(), rank, size);
  }

  /** Bytes from each rank. */
  static long[] expected(Problem problem, int rank, int size) {
    if (problem.neighbours() != Neighbours.NONE) {
      return fromNeighbours(problem, size);
    }
    return problem.result().count() == 1
        ? toRoot(problem.result(), problem.root(), rank, size)
        : ofEach(problem.result(), problem.root(), rank, size);
  }

  /** The same rank may be a neighbour several times. */
  private static long[] toNeighbours(Problem problem, int size) {
    Neighbours neighbours = problem.neighbours();
    long[] lengths = new long[size];
    for (int i = 0; i < neighbours.destinations(); i++) {
      if (neighbours.destination(i) != Neighbours.NOBODY) {
        lengths[neighbours.destination(i)] +=
            problem.data().length(problem.data().count() == 1 ? 0 : i);
      }
    }
    return lengths;
  }

  private static long[] fromNeighbours(Problem problem, int size) {
    Neighbours neighbours = problem.neighbours();
    long[] lengths = new long[size];
    for (int i = 0; i < neighbours.sources(); i++) {
      if (neighbours.source(i) != Neighbours.NOBODY) {
        lengths[neighbours.source(i)] += problem.result().length(i);
      }
    }
    return lengths;
  }

  private static long[] toRoot(Blocks blocks, int root, int rank, int size) {
    long[] lengths = new long[size];
    if (rank != root) {
      lengths[root] = blocks.length(0);
    }
    return lengths;
  }

  /** Elsewhere than at a root, the blocks are those of others. */
  private static long[] ofEach(Blocks blocks, int root, int rank, int size) {
    long[] lengths = new long[size];
    for (int peer = 0; peer < size && (root == Problem.NO_ROOT || rank == root); peer++) {
      lengths[peer] = blocks.length(peer);
    }
    return lengths;
  }
}
