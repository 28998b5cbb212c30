package io.starling.topology.locality.probe;

import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What a probe knows of all pairs of hosts, in both directions. An entry of 0 is unknown. */
public final class ProbedMatrix {

  private final int hosts;
  private final double[][] roundTrips;
  private final double[][] bandwidths;
  private int measured;
  private long sent;
  private long lost;
  private int overTcp;
  private double meanError;
  private double largestError;
  private int verified;

  /** Where only some bandwidths were measured: what was. */
  private ProbedMatrix streams;

  /** A matrix in which nothing is known. */
  ProbedMatrix(int hosts) {
    this.hosts = hosts;
    roundTrips = new double[hosts][hosts];
    bandwidths = new double[hosts][hosts];
  }

  /** Notes a measurement. */
  void add(Pair pair, PairSample sample) {
    if (roundTrips[pair.to()][pair.from()] == 0) {
      measured++;
    }
    roundTrips[pair.from()][pair.to()] = sample.roundTrip();
    sent += sample.sent();
    lost += sample.lost();
    overTcp += sample.overTcp() ? 1 : 0;
  }

  /** Notes the bandwidth of a pair, for both directions. */
  void addBandwidth(Pair pair, double rate) {
    bandwidths[pair.from()][pair.to()] = rate;
    bandwidths[pair.to()][pair.from()] = rate;
  }

  /**
   * Notes the bandwidths of all pairs.
   *
   * @param byteTimes the times of a byte, in microseconds, in the place of round-trip times
   */
  void addBandwidths(ProbedMatrix byteTimes) {
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < i; j++) {
        addBandwidth(new Pair(i, j), 1 / byteTimes.roundTrip(i, j));
      }
    }
    streams = byteTimes;
  }

  /** Gives pairs without a bandwidth the largest one: hosts of a cluster of one host have none. */
  void fillBandwidths() {
    double largest = Arrays.stream(bandwidths).flatMapToDouble(Arrays::stream).max().orElse(0);
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < hosts; j++) {
        if (i != j && bandwidths[i][j] == 0) {
          bandwidths[i][j] = largest;
        }
      }
    }
  }

  /** The levels of clusters by the round-trip times, the smallest clusters first. */
  List<Clusters> clusters() {
    return Clusters.of(of(IntStream.range(0, hosts).boxed().toList()));
  }

  /** The round-trip times of some hosts, all of whose pairs are known. */
  LatencyMatrix of(List<Integer> some) {
    double[][] times =
        some.stream()
            .map(i -> some.stream().mapToDouble(j -> plausible(i, j)).toArray())
            .toArray(double[][]::new);
    return LatencyMatrix.of(some.stream().map(String::valueOf).toList(), times);
  }

  /** A pair that is not plausible is refused at the end, with the names of its hosts. */
  private double plausible(int from, int to) {
    return Math.max(roundTrips[from][to], roundTrip(from, to) / LatencyMatrix.IMPLAUSIBLE_RATIO);
  }

  /** A filled pair was measured; notes by how much its entry differed, as a fraction. */
  void verify(double error) {
    measured++;
    meanError = (meanError * verified + error) / (verified + 1);
    largestError = Math.max(largestError, error);
    verified++;
  }

  /** Whether a pair was measured. */
  boolean knows(int one, int other) {
    return roundTrips[one][other] > 0 || roundTrips[other][one] > 0;
  }

  /** The larger round-trip time of both directions in microseconds. */
  double roundTrip(int one, int other) {
    return Math.max(roundTrips[one][other], roundTrips[other][one]);
  }

  /** Sets a pair that was not measured. */
  void fill(int one, int other, double roundTrip) {
    roundTrips[one][other] = roundTrip;
    roundTrips[other][one] = roundTrip;
  }

  /** The number of hosts. */
  public int hosts() {
    return hosts;
  }

  /** How many pairs were measured. */
  public int measured() {
    return measured;
  }

  /** How many probes were sent. */
  public long sent() {
    return sent;
  }

  /** How many probes did not come back. */
  public long lost() {
    return lost;
  }

  /** How many measurements went over TCP. */
  public int overTcp() {
    return overTcp;
  }

  /** The round-trip times, row by row from the sender, as they were measured. */
  public double[][] roundTrips() {
    return copy(roundTrips);
  }

  /** The bandwidths in the same form; no rows if they were not measured. */
  public double[][] bandwidths() {
    boolean areKnown =
        Arrays.stream(bandwidths).flatMapToDouble(Arrays::stream).anyMatch(b -> b > 0);
    return areKnown ? copy(bandwidths) : new double[0][];
  }

  private static double[][] copy(double[]... rows) {
    return Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
  }

  /**
   * The matrix for a search.
   *
   * @throws IllegalArgumentException if an entry is not plausible; the message names the hosts
   */
  public LatencyMatrix matrix(List<String> names) {
    return LatencyMatrix.of(names, roundTrips, bandwidths());
  }

  /** How it was measured: lines for people. */
  public List<String> describe() {
    String first =
        String.format(
            Locale.ROOT,
            "%s, %d probes sent, %d lost (%.2f %%)",
            countOfPairs(),
            sent,
            lost,
            100.0 * lost / Math.max(1, sent));
    if (overTcp > 0) {
      first += "; %d measurements over TCP, as UDP was not answered".formatted(overTcp);
    }
    first += errorOfOthers();
    return streams == null
        ? List.of(first)
        : List.of(first, "bandwidths: " + streams.countOfPairs() + streams.errorOfOthers());
  }

  private String countOfPairs() {
    int all = hosts * (hosts - 1) / 2;
    double part = 100.0 * measured / Math.max(1, all);
    return String.format(Locale.ROOT, "%d of %d pairs measured (%.1f %%)", measured, all, part);
  }

  private String errorOfOthers() {
    return verified == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "; the others are those of their clusters, %.1f %% off on average and %.0f %% at most"
                + " (%d pairs verified)",
            100 * meanError,
            100 * largestError,
            verified);
  }
}
