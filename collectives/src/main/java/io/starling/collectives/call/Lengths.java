package io.starling.collectives.call;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Problem;

/**
 * The bytes that a rank sends to and expects from each other rank, in a collective in which each
 * rank knows only its own lengths. In a rooted collective, the root has a block per rank, and all
 * others have one.
 */
final class Lengths {

  private Lengths() {}

  /** The bytes to each rank. */
  static long[] sent(Problem problem, int rank, int size) {
    if (problem.neighbours() != Neighbours.NONE) {
      return toNeighbours(problem, size);
    }
    return problem.data().count() == 1
        ? toRoot(problem.data(), problem.root(), rank, size)
        : ofEach(problem.data(), problem.root(), rank, size);
  }

  /** The bytes from each rank. */
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

  /** On ranks other than the root, the blocks are those of the root. */
  private static long[] ofEach(Blocks blocks, int root, int rank, int size) {
    long[] lengths = new long[size];
    for (int peer = 0; peer < size && (root == Problem.NO_ROOT || rank == root); peer++) {
      lengths[peer] = blocks.length(peer);
    }
    return lengths;
  }
}
