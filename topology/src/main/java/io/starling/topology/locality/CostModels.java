package io.starling.topology.locality;

import io.starling.topology.locality.RoundsPattern.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cost models of Cloud Collectives, section IV-A. {@code size} is the number of ranks, {@code
 * bytes} the data of each. The paper assumes powers of 2; what other sizes do is said below.
 *
 * <pre>
 * ring               sum of c(i, i + 1) of all bytes
 * halving-doubling   round i: the slowest of c(j, j + 2^i) of bytes / 2^(i+1)
 * double tree        the costliest path of T(0, n - 1) and of its mirror, half of the bytes each
 * bcube              round i: the slowest of c(j, j + k B^i) of bytes / B^(i+1), k from 1 to B - 1
 * </pre>
 */
public final class CostModels {

  private CostModels() {}

  /** The ring. */
  public static RingPattern ring(int size, double bytes) {
    return new RingPattern(size, bytes);
  }

  /**
   * Halving-doubling: in round {@code i} the ranks whose numbers differ in bit {@code i} exchange.
   * With other sizes than powers of 2, each rank beyond the largest power first hands its data to
   * the rank that lies that power below it.
   */
  public static RoundsPattern halvingDoubling(int size, double bytes) {
    int power = Integer.highestOneBit(Math.max(1, size));
    List<Round> rounds = new ArrayList<>();
    List<int[]> extra = new ArrayList<>();
    for (int rank = power; rank < size; rank++) {
      extra.add(new int[] {rank, rank - power});
    }
    rounds.add(Round.of(extra, bytes));
    double part = bytes;
    for (int distance = 1; distance < power; distance *= 2) {
      part /= 2;
      rounds.add(Round.of(pairs(power, distance, 2), part));
    }
    return new RoundsPattern(size, rounds);
  }

  /**
   * BCube: in round {@code i} the ranks whose numbers differ in digit {@code i} to base {@code
   * base} exchange. With other sizes than powers of the base, the last digit has fewer values, and
   * ranks that are not there are left out.
   *
   * @throws IllegalArgumentException if the base is below 2
   */
  public static RoundsPattern bcube(int size, double bytes, int base) {
    if (base < 2) {
      throw new IllegalArgumentException("the base of BCube must be at least 2, not " + base);
    }
    List<Round> rounds = new ArrayList<>();
    double part = bytes;
    for (long distance = 1; distance < size; distance *= base) {
      part /= base;
      rounds.add(Round.of(pairs(size, (int) distance, base), part));
    }
    return new RoundsPattern(size, rounds);
  }

  /** Each pair of ranks that differ in the digit of this value, once. */
  private static List<int[]> pairs(int size, int value, int base) {
    List<int[]> pairs = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int digit = rank / value % base;
      for (int more = 1; digit + more < base && rank + (long) more * value < size; more++) {
        pairs.add(new int[] {rank, rank + more * value});
      }
    }
    return pairs;
  }

  /**
   * The double binary tree: the root of the ranks {@code i} to {@code j} is in their middle, its
   * children are the roots of both halves. In the mirrored tree each number is one less. Any size
   * will do.
   */
  public static TreesPattern doubleBinaryTree(int size, double bytes) {
    int[] tree = new int[size];
    Arrays.fill(tree, TreesPattern.NONE);
    grow(tree, TreesPattern.NONE, 0, size - 1);
    int[] mirror = new int[size];
    for (int rank = 0; rank < size; rank++) {
      int shifted = Math.floorMod(rank - 1, size);
      mirror[shifted] =
          tree[rank] == TreesPattern.NONE ? TreesPattern.NONE : Math.floorMod(tree[rank] - 1, size);
    }
    return new TreesPattern(size, List.of(tree, mirror), bytes / 2);
  }

  private static void grow(int[] parents, int parent, int first, int last) {
    if (first > last) {
      return;
    }
    int middle = (first + last) / 2;
    parents[middle] = parent;
    grow(parents, middle, first, middle - 1);
    grow(parents, middle, middle + 1, last);
  }
}
