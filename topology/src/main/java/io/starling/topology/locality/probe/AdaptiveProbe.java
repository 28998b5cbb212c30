package io.starling.topology.locality.probe;

import io.starling.topology.locality.Clusters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Measures far fewer pairs than there are, where hosts form clusters. All pairs of a few hosts show
 * the levels of clusters. Each other host then looks for its cluster from the largest level down:
 * it measures itself against members of the clusters there until one is as near as a member should
 * be. At last representatives measure the distances between clusters, and all pairs that are still
 * unknown get those of their clusters.
 *
 * <pre>
 * zones     {a b c}          {d e}            f is near d, so it is in the second zone;
 * racks     {a b} {c}        {d} {e}          it is nearer to e than racks are: the rack of e
 * </pre>
 */
public final class AdaptiveProbe {

  private static final double SAMPLE = 1.4;
  private static final int LEAST_SAMPLE = 4;

  private final int hosts;
  private final PairMeter meter;
  private final IntConsumer done;
  private final ProbedMatrix matrix;
  private final Random random;

  private AdaptiveProbe(int hosts, PairMeter meter, IntConsumer done, long seed) {
    this.hosts = hosts;
    this.meter = meter;
    this.done = done;
    matrix = new ProbedMatrix(hosts);
    random = new Random(seed);
  }

  /**
   * Measures.
   *
   * @param done takes the number of pairs measured so far
   * @param seed of the choice of hosts to compare
   * @throws InterruptedException if the thread is interrupted
   */
  public static ProbedMatrix run(int hosts, PairMeter meter, IntConsumer done, long seed)
      throws InterruptedException {
    return new AdaptiveProbe(hosts, meter, done, seed).run();
  }

  private ProbedMatrix run() throws InterruptedException {
    List<Integer> order = new ArrayList<>(IntStream.range(0, hosts).boxed().toList());
    Collections.shuffle(order, random);
    int count =
        Math.min(hosts, Math.max(LEAST_SAMPLE, (int) Math.round(SAMPLE * Math.sqrt(hosts))));
    List<Integer> sample = order.subList(0, count);
    for (int round = 0; round < PairRounds.count(count); round++) {
      measure(
          PairRounds.pairs(round, count).stream()
              .map(pair -> new Pair(sample.get(pair.from()), sample.get(pair.to())))
              .toList());
    }
    ClusterTree tree = new ClusterTree(limits(sample), matrix, random);
    sample.forEach(tree::place);
    placeOthers(tree, order.subList(count, hosts));
    measureBetween(tree);
    fill(tree);
    verify(order, tree);
    return matrix;
  }

  private void measure(List<Pair> pairs) throws InterruptedException {
    FullProbe.measure(pairs, meter, matrix);
    done.accept(matrix.measured());
  }

  /** For each level, the largest first, how far hosts of a cluster may be from each other. */
  private double[] limits(List<Integer> sample) {
    return Clusters.all(matrix.of(sample)).reversed().stream()
        .mapToDouble(level -> Math.sqrt(level.inside() * level.between()))
        .toArray();
  }

  /** Compares all hosts at once, as far as they need different members. */
  private void placeOthers(ClusterTree tree, List<Integer> others) throws InterruptedException {
    List<Integer> waiting = new ArrayList<>(others);
    while (!waiting.isEmpty()) {
      waiting.removeIf(tree::place);
      List<Pair> pairs = new ArrayList<>();
      boolean[] isBusy = new boolean[hosts];
      for (int host : waiting) {
        int member = isBusy[host] ? ClusterTree.NONE : tree.nextMember(host, isBusy);
        if (member != ClusterTree.NONE) {
          isBusy[host] = true;
          isBusy[member] = true;
          pairs.add(new Pair(host, member));
        }
      }
      measure(pairs);
    }
  }

  private void measureBetween(ClusterTree tree) throws InterruptedException {
    List<List<Integer>> clusters = tree.smallest();
    for (int round = 0; round < PairRounds.count(clusters.size()); round++) {
      List<Pair> pairs = new ArrayList<>();
      for (Pair pair : PairRounds.pairs(round, clusters.size())) {
        if (!tree.knows(clusters.get(pair.from()), clusters.get(pair.to()))) {
          pairs.add(new Pair(any(clusters.get(pair.from())), any(clusters.get(pair.to()))));
        }
      }
      measure(pairs);
    }
  }

  private int any(List<Integer> cluster) {
    return cluster.get(random.nextInt(cluster.size()));
  }

  private void fill(ClusterTree tree) {
    List<List<Integer>> clusters = tree.smallest();
    ClusterTree.Mean all = tree.mean(List.of(), List.of());
    for (int i = 0; i < clusters.size(); i++) {
      for (int j = 0; j <= i; j++) {
        ClusterTree.Mean known = tree.mean(clusters.get(i), clusters.get(j));
        ClusterTree.Mean mean = known.isEmpty() ? all : known;
        for (int one : clusters.get(i)) {
          for (int other : clusters.get(j)) {
            if (one != other && !matrix.knows(one, other)) {
              tree.filled(one, other);
              matrix.fill(one, other, mean.roundTrip());
            }
          }
        }
      }
    }
  }

  /** One more round, of pairs that were filled: by how much they differ. */
  private void verify(List<Integer> order, ClusterTree tree) throws InterruptedException {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i + 1 < order.size(); i += 2) {
      if (tree.isFilled(order.get(i), order.get(i + 1))) {
        pairs.add(new Pair(order.get(i), order.get(i + 1)));
      }
    }
    double[] filled =
        pairs.stream().mapToDouble(pair -> matrix.roundTrip(pair.from(), pair.to())).toArray();
    measure(pairs);
    for (int i = 0; i < filled.length; i++) {
      double real = matrix.roundTrip(pairs.get(i).from(), pairs.get(i).to());
      matrix.verify(Math.abs(filled[i] - real) / real);
    }
  }
}
