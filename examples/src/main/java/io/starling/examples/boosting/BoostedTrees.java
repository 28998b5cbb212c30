package io.starling.examples.boosting;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.ReductionOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gradient boosting with the rows divided among the ranks, as LightGBM does it (data parallel).
 *
 * <pre>
 * for each tree and each level of it
 *   fill            each rank sums the gradients of its rows in bins: a histogram
 *   reduce-scatter  each rank gets the sums over all rows for its share of the features
 *   search          the best division of each node by these features
 *   allgather       all ranks learn the best divisions; each sends its rows left or right
 * </pre>
 */
public final class BoostedTrees {

  private static final double RATE = 0.3;
  private static final int OUTSIDE = -1;

  private final Communicator world;
  private final Rows rows;
  private final int binCount;
  private final int depth;
  private final FeatureShares shares;
  private final long[] gradients;
  private final int[] nodeOf;
  private final List<String> model = new ArrayList<>();
  private long communication;
  private long bytes;

  /**
   * A model without trees.
   *
   * @param rows those of this rank
   * @param binCount how many bins a feature has, the same on all ranks
   * @param depth how many times a row is sent left or right in a tree
   */
  public BoostedTrees(Communicator world, Rows rows, int binCount, int depth) {
    this.world = world;
    this.rows = rows;
    this.binCount = binCount;
    this.depth = depth;
    shares = new FeatureShares(rows.features(), world.size());
    gradients = new long[rows.count()];
    nodeOf = new int[rows.count()];
  }

  /** Adds a tree; all ranks call it. */
  public void addTree() {
    for (int row = 0; row < gradients.length; row++) {
      gradients[row] = Math.round(rows.gradient(row) * Histogram.SCALE);
    }
    Arrays.fill(nodeOf, 0);
    for (int level = 0; level < depth; level++) {
      divide(search(1 << level), level == depth - 1);
    }
  }

  private List<Split> search(int nodes) {
    Histogram histogram = new Histogram(rows.features(), nodes, binCount);
    histogram.fill(rows, gradients, nodeOf);
    Counts counts = shares.counts(histogram.numbersOfFeature());
    long[] sums = new long[(int) counts.count(world.rank())];
    timed(() -> world.reduceScatter(histogram.sums(), sums, counts, ReductionOperator.SUM));
    bytes += Long.BYTES * (long) histogram.sums().length;
    long[] found = new long[nodes * Split.NUMBERS];
    for (int node = 0; node < nodes; node++) {
      Split.best(
              sums, shares.first(world.rank()), shares.count(world.rank()), node, nodes, binCount)
          .write(found, node * Split.NUMBERS);
    }
    long[] all = new long[found.length * world.size()];
    timed(() -> world.allgather(found, all));
    List<Split> best = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      Split split = Split.read(all, node * Split.NUMBERS);
      for (int rank = 1; rank < world.size(); rank++) {
        split = split.or(Split.read(all, rank * found.length + node * Split.NUMBERS));
      }
      best.add(split);
    }
    return best;
  }

  private void timed(Runnable communicate) {
    long start = System.nanoTime();
    communicate.run();
    communication += System.nanoTime() - start;
  }

  /** Sends rows to the nodes of the next level; those of leaves get their values. */
  private void divide(List<Split> splits, boolean isLast) {
    model.add(splits.toString());
    for (int row = 0; row < nodeOf.length; row++) {
      if (nodeOf[row] != OUTSIDE) {
        nodeOf[row] = next(row, splits.get(nodeOf[row]), isLast);
      }
    }
  }

  private int next(int row, Split split, boolean isLast) {
    if (split.feature() < 0) {
      rows.add(row, Split.leaf(split.gradient(), split.rows(), RATE));
      return OUTSIDE;
    }
    boolean left = Byte.toUnsignedInt(rows.bins(split.feature())[row]) <= split.bin();
    if (isLast) {
      long gradient = left ? split.leftGradient() : split.gradient() - split.leftGradient();
      long count = left ? split.leftRows() : split.rows() - split.leftRows();
      rows.add(row, Split.leaf(gradient, count, RATE));
      return OUTSIDE;
    }
    return 2 * nodeOf[row] + (left ? 0 : 1);
  }

  /** The root of the mean squared error over all rows; all ranks call it. */
  public double error() {
    double[] sum = {rows.squaredError(), rows.count()};
    double[] all = new double[2];
    timed(() -> world.allreduce(sum, all, ReductionOperator.SUM));
    return Math.sqrt(all[0] / all[1]);
  }

  /** How long this rank has communicated and waited, in seconds. */
  public double communicationSeconds() {
    return communication * 1e-9;
  }

  /** The bytes of all histograms that this rank has given to be reduced. */
  public long histogramBytes() {
    return bytes;
  }

  /** All divisions of all trees, the same on all ranks and for any number of ranks. */
  List<String> model() {
    return model;
  }
}
