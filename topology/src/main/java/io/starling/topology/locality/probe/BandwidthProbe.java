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
 */
public final class BandwidthProbe {

  private static final int MOST_FOR_ALL_PAIRS = 16;

  private BandwidthProbe() {}

  /**
   * Measures.
   *
   * @param matrix knows the round-trip times, and takes the bandwidths
   * @param streams measures bandwidths
   * @throws InterruptedException if the thread is interrupted
   */
  public static void run(ProbedMatrix matrix, PairMeter streams) throws InterruptedException {
    int hosts = matrix.hosts();
    List<Clusters> levels = hosts > MOST_FOR_ALL_PAIRS ? matrix.clusters() : List.of();
    if (!levels.isEmpty()) {
      ofClusters(levels.getFirst(), matrix, streams);
      return;
    }
    for (int round = 0; round < PairRounds.count(hosts); round++) {
      List<Pair> pairs = PairRounds.pairs(round, hosts);
      List<PairSample> samples =
          hosts > MOST_FOR_ALL_PAIRS ? streams.measure(pairs) : oneByOne(pairs, streams);
      for (int i = 0; i < pairs.size(); i++) {
        matrix.addBandwidth(pairs.get(i), samples.get(i).bandwidth());
      }
    }
  }

  private static List<PairSample> oneByOne(List<Pair> pairs, PairMeter streams)
      throws InterruptedException {
    List<PairSample> samples = new ArrayList<>();
    for (Pair pair : pairs) {
      samples.addAll(streams.measure(List.of(pair)));
    }
    return samples;
  }

  private static void ofClusters(Clusters clusters, ProbedMatrix matrix, PairMeter streams)
      throws InterruptedException {
    for (int one = 0; one < clusters.count(); one++) {
      int[] from = clusters.hostsOf(one);
      for (int other = one; other < clusters.count(); other++) {
        int[] to = clusters.hostsOf(other);
        Pair pair = new Pair(from[0], to[to.length - 1]);
        if (pair.from() != pair.to()) {
          double rate = streams.measure(List.of(pair)).getFirst().bandwidth();
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
