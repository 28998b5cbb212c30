package io.starling.collectives.tree;

/**
 * A family of trees: a pure function of (rank, size, root). Broadcast and reduce are independent of
 * the shape (ADAPT, section 2.2.4).
 */
@FunctionalInterface
public interface TreeShape {

  /**
   * The place of one rank, found in time and memory logarithmic in the size (plus its number of
   * children).
   *
   * @param rank from 0 to size - 1
   * @param size the number of ranks, at least 1
   * @param root from 0 to size - 1
   */
  Branch branch(int rank, int size, int root);
}
