package io.starling.topology.locality.probe;

import io.starling.topology.locality.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measures bandwidths when the round-trip times are known: equal latency can hide unequal bandwidth
 * (Cloud Collectives, section VI). Streams share links that probes do not fill, so one pair is
 * measured at a time: all pairs of a few hosts, else one pair for each two clusters and one within
 * each cluster. Only where many hosts form no clusters, the pairs of a round are measured at once.
 *
 * <p>An adaptive probe compares bandwidths as {@link AdaptiveProbe} compares round-trip times, so a
 * rack whose hosts are near those of others, but behind a slow link, is found all the same.
 */
public final class BandwidthProbe {

  private static final int MOST_FOR_ALL_PAIRS = 16;

  private BandwidthProbe() {}

  /**
   * Measures all pairs of a few hosts.
   *
   * @param matrix knows the round-trip times, and takes the bandwidths
   * @param streams measures bandwidths
   * @throws InterruptedException if the thread is interrupted
   */
  public static void run(ProbedMatrix matrix, PairMeter streams) throws InterruptedException {
    List<Clusters> levels = levels(matrix);
    if (levels.isEmpty()) {
      ofAllPairs(matrix, streams);
    } else {
      ofClusters(levels.getFirst(), matrix, streams);
    }
  }

  /**
   * Measures as few pairs as clusters of bandwidths need.
   *
   * @param matrix knows the round-trip times, and takes the bandwidths
   * @param streams measures bandwidths
   * @param seed of the choice of hosts to compare
   * @throws InterruptedException if the thread is interrupted
   */
  public static void adapt(ProbedMatrix matrix, PairMeter streams, long seed)
      throws InterruptedException {
    List<Clusters> levels = levels(matrix);
    if (!levels.isEmpty()) {
      ofClusters(levels.getFirst(), matrix, streams);
      return;
    }
    int hosts = matrix.hosts();
    double[][] times = new double[hosts][hosts];
    PairMeter byteTimes =
        pairs -> {
          List<PairSample> samples = new ArrayList<>();
          for (Pair pair : pairs) {
            // A stream measures one direction; the way back has the same time.
            double known = times[pair.to()][pair.from()];
            double time = known > 0 ? known : 1 / bandwidth(pair, streams);
            times[pair.from()][pair.to()] = time;
            samples.add(new PairSample(time, 0, 0, 0, false));
          }
          return samples;
        };
    matrix.addBandwidths(AdaptiveProbe.run(hosts, byteTimes, _ -> {}, seed));
  }

  private static List<Clusters> levels(ProbedMatrix matrix) {
    return matrix.hosts() > MOST_FOR_ALL_PAIRS ? matrix.clusters() : List.of();
  }

  private static void ofAllPairs(ProbedMatrix matrix, PairMeter streams)
      throws InterruptedException {
    int hosts = matrix.hosts();
    for (int round = 0; round < PairRounds.count(hosts); round++) {
      List<Pair> pairs = PairRounds.pairs(round, hosts);
      if (hosts > MOST_FOR_ALL_PAIRS) {
        List<PairSample> samples = streams.measure(pairs);
        for (int i = 0; i < pairs.size(); i++) {
          matrix.addBandwidth(pairs.get(i), samples.get(i).bandwidth());
        }
      } else {
        for (Pair pair : pairs) {
          matrix.addBandwidth(pair, bandwidth(pair, streams));
        }
      }
    }
  }

  private static double bandwidth(Pair pair, PairMeter streams) throws InterruptedException {
    return streams.measure(List.of(pair)).getFirst().bandwidth();
  }

  private static void ofClusters(Clusters clusters, ProbedMatrix matrix, PairMeter streams)
      throws InterruptedException {
    for (int one = 0; one < clusters.count(); one++) {
      int[] from = clusters.hostsOf(one);
      for (int other = one; other < clusters.count(); other++) {
        int[] to = clusters.hostsOf(other);
        Pair pair = new Pair(from[0], to[to.length - 1]);
        if (pair.from() != pair.to()) {
          double rate = bandwidth(pair, streams);
          fill(from, to, rate, matrix);
        }
      }
    }
    matrix.fillBandwidths();
  }

  private static void fill(int[] from, int[] to, double rate, ProbedMatrix matrix) {
    IntStream.of(from)
        .forEach(
            host ->
                IntStream.of(to)
                    .filter(peer -> peer != host)
                    .forEach(peer -> matrix.addBandwidth(new Pair(host, peer), rate)));
  }
}
