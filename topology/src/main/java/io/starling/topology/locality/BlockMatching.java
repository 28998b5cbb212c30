package io.starling.topology.locality;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An order for rounds in which ranks exchange that differ in one bit, the longest messages first:
 * hosts are matched to pairs of fast links, pairs to blocks of four, and so on. The two halves of a
 * block may be turned against each other: rank {@code r} of one meets rank {@code r ^ turn} of the
 * other, and no earlier round notices. So each round is as fast as the ones before allow.
 */
final class BlockMatching {

  private static final int TRIES_PER_BLOCK = 20_000;
  private static final double COOLING = 0.85;
  private static final int TEMPERATURES = 100;

  private final double[] costs;
  private final int size;
  private final SplittableRandom random;
  private int[][] blocks;

  private BlockMatching(double[] costs, int size, long seed) {
    this.costs = costs;
    this.size = size;
    random = new SplittableRandom(seed);
    blocks = new int[size][];
    Arrays.setAll(blocks, host -> new int[] {host});
  }

  /** An order for a symmetric matrix of costs, row by row, whose size is a power of 2. */
  static int[] order(double[] costs, int size, long seed) {
    BlockMatching matching = new BlockMatching(costs, size, seed);
    while (matching.blocks.length > 1) {
      matching.join();
    }
    return matching.blocks[0];
  }

  /** Joins the blocks to pairs, so that the slowest links between halves are fast. */
  private void join() {
    int count = blocks.length;
    int[] places = match(powers());
    int[][] joined = new int[count / 2][];
    for (int pair = 0; pair < joined.length; pair++) {
      joined[pair] = join(blocks[places[2 * pair]], blocks[places[2 * pair + 1]]);
    }
    blocks = joined;
  }

  /** The eighth powers of the times between blocks, at their best turns. */
  private double[] powers() {
    int count = blocks.length;
    double[] powers = new double[count * count];
    for (int one = 0; one < count; one++) {
      for (int other = 0; other < one; other++) {
        double least = Double.POSITIVE_INFINITY;
        for (int turn = 0; turn < blocks[one].length; turn++) {
          least = Math.min(least, slowest(blocks[one], blocks[other], turn, least));
        }
        powers[one * count + other] = Tournament.power(least);
        powers[other * count + one] = powers[one * count + other];
      }
    }
    return powers;
  }

  /** The slowest link between two blocks; any larger time if it is not below a limit. */
  private double slowest(int[] one, int[] other, int turn, double limit) {
    double slowest = 0;
    for (int rank = 0; rank < one.length && slowest < limit; rank++) {
      slowest = Math.max(slowest, costs[one[rank] * size + other[rank ^ turn]]);
    }
    return slowest;
  }

  /** Anneals a matching: neighbours at even places are a pair. */
  private int[] match(double... powers) {
    int count = blocks.length;
    int[] places = new int[count];
    Arrays.setAll(places, block -> block);
    double mean = Arrays.stream(powers).sum() / powers.length;
    double temperature = mean;
    for (int i = 0; i < TEMPERATURES; i++) {
      for (int change = 0; change < TRIES_PER_BLOCK * count / TEMPERATURES; change++) {
        int one = random.nextInt(count);
        int other = random.nextInt(count);
        double before = pair(powers, places, one) + pair(powers, places, other);
        swap(places, one, other);
        double more = pair(powers, places, one) + pair(powers, places, other) - before;
        if (more > 0 && random.nextDouble() >= Math.exp(-more / temperature)) {
          swap(places, one, other);
        }
      }
      temperature *= COOLING;
    }
    return places;
  }

  private static double pair(double[] powers, int[] places, int place) {
    return powers[places[place] * places.length + places[place ^ 1]];
  }

  private static void swap(int[] places, int one, int other) {
    int block = places[one];
    places[one] = places[other];
    places[other] = block;
  }

  private int[] join(int[] one, int... other) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int turn = 0; turn < one.length; turn++) {
      double slowest = slowest(one, other, turn, least);
      if (slowest < least) {
        least = slowest;
        best = turn;
      }
    }
    int[] joined = Arrays.copyOf(one, 2 * one.length);
    for (int rank = 0; rank < one.length; rank++) {
      joined[one.length + rank] = other[rank ^ best];
    }
    return joined;
  }
}
