package io.starling.topology.locality;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * The round-trip times between the hosts of a job in microseconds, and, where it was measured, the
 * bandwidth in bytes per microsecond. Both are symmetric: of two directions the worse one counts
 * (Cloud Collectives, section IV-B).
 */
public final class LatencyMatrix {

  /** Of a pair whose two directions differ by more, one measurement is wrong. */
  public static final double IMPLAUSIBLE_RATIO = 100;

  /** A round trip of half an hour; a petabyte in a second. */
  private static final double MOST = 1e9;

  /** The part of all pairs whose directions differ by no more than the noise. */
  private static final double USUAL = 0.9;

  private final List<String> hosts;
  private final double[] roundTrips;
  private final double[] bandwidths;
  private final Asymmetry asymmetry;

  private LatencyMatrix(
      List<String> hosts, double[] roundTrips, double[] bandwidths, Asymmetry asymmetry) {
    this.hosts = hosts;
    this.roundTrips = roundTrips;
    this.bandwidths = bandwidths;
    this.asymmetry = asymmetry;
  }

  /**
   * A matrix without bandwidths.
   *
   * @param hosts their names, all different
   * @param roundTrips from the host of the row to that of the column in microseconds; the diagonal
   *     is ignored
   * @throws IllegalArgumentException if the matrix does not fit the hosts, or an entry is not a
   *     positive number, or the directions of a pair differ by a factor above 100; the message
   *     names the hosts
   */
  public static LatencyMatrix of(List<String> hosts, double[][] roundTrips) {
    return of(hosts, roundTrips, new double[0][]);
  }

  /**
   * A matrix with bandwidths.
   *
   * @param bandwidths in bytes per microsecond, which are megabytes per second; no rows if they
   *     were not measured
   * @throws IllegalArgumentException as for {@link #of(List, double[][])}
   */
  public static LatencyMatrix of(List<String> hosts, double[][] roundTrips, double[][] bandwidths) {
    int size = hosts.size();
    if (size == 0) {
      throw new IllegalArgumentException("a matrix needs a host at least");
    }
    if (hosts.stream().distinct().count() < size) {
      throw new IllegalArgumentException("hosts must have different names, not " + hosts);
    }
    double[] times = symmetric(hosts, roundTrips, "round-trip time", "us", Math::max);
    double[] rates =
        bandwidths.length == 0
            ? new double[0]
            : symmetric(hosts, bandwidths, "bandwidth", "bytes per us", Math::min);
    return new LatencyMatrix(List.copyOf(hosts), times, rates, Asymmetry.of(roundTrips));
  }

  private static double[] symmetric(
      List<String> hosts,
      double[][] entries,
      String what,
      String unit,
      DoubleBinaryOperator worse) {
    int size = hosts.size();
    if (entries.length != size || Arrays.stream(entries).anyMatch(row -> row.length != size)) {
      throw new IllegalArgumentException(
          "%d hosts need a %s for each of %d x %d pairs".formatted(size, what, size, size));
    }
    double[] all = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (i != j) {
          check(hosts, i, j, entries, what, unit);
          all[i * size + j] = worse.applyAsDouble(entries[i][j], entries[j][i]);
        }
      }
    }
    return all;
  }

  private static void check(
      List<String> hosts, int i, int j, double[][] entries, String what, String unit) {
    double there = entries[i][j];
    double back = entries[j][i];
    if (!Double.isFinite(there) || there <= 0) {
      throw new IllegalArgumentException(
          "the %s from %s to %s must be a positive number of %s, not %s"
              .formatted(what, hosts.get(i), hosts.get(j), unit, there));
    }
    if (there > MOST) {
      throw new IllegalArgumentException(
          "the %s from %s to %s is %s %s: at most %.0e is plausible"
              .formatted(what, hosts.get(i), hosts.get(j), there, unit, MOST));
    }
    if (there > IMPLAUSIBLE_RATIO * back && back > 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the %s from %s to %s is %.1f %s, but %.1f back; measure this pair again",
              what,
              hosts.get(i),
              hosts.get(j),
              there,
              unit,
              back));
    }
  }

  /** Ratios of the two directions of a pair, at least 1. */
  private record Asymmetry(double largest, double usual) {

    static Asymmetry of(double[][] entries) {
      double[] ratios =
          IntStream.range(0, entries.length)
              .boxed()
              .flatMapToDouble(
                  i ->
                      IntStream.range(0, i)
                          .mapToDouble(j -> entries[i][j] / entries[j][i])
                          .map(ratio -> Math.max(ratio, 1 / ratio)))
              // Equal directions were not both measured.
              .filter(ratio -> ratio > 1)
              .sorted()
              .toArray();
      return ratios.length == 0
          ? new Asymmetry(1, 1)
          : new Asymmetry(ratios[ratios.length - 1], ratios[(int) (USUAL * (ratios.length - 1))]);
    }
  }

  /** The names of the hosts, in the order of rows and columns. */
  public List<String> hosts() {
    return hosts;
  }

  /** The number of hosts. */
  public int size() {
    return hosts.size();
  }

  /** The round-trip time of a pair in microseconds; 0 from a host to itself. */
  public double roundTrip(int one, int other) {
    return roundTrips[one * hosts.size() + other];
  }

  /** Whether bandwidths were measured. */
  public boolean hasBandwidths() {
    return bandwidths.length > 0;
  }

  /** The bandwidth of a pair in bytes per microsecond. */
  public double bandwidth(int one, int other) {
    return bandwidths[one * hosts.size() + other];
  }

  /** The largest ratio of the two directions of a pair, at least 1. */
  public double asymmetry() {
    return asymmetry.largest;
  }

  /**
   * By how much measurements of the same thing differ: of pairs whose directions differ, nine of
   * ten differ by a smaller ratio. It is 1 where all pairs are symmetric.
   */
  public double noise() {
    return asymmetry.usual;
  }

  /**
   * The matrix of some of these hosts, in another order.
   *
   * @throws IllegalArgumentException if a host is not in this matrix; the message names it
   */
  public LatencyMatrix select(List<String> names) {
    int[] places = names.stream().mapToInt(this::placeOf).toArray();
    double[] times = new double[places.length * places.length];
    double[] rates = new double[hasBandwidths() ? times.length : 0];
    for (int i = 0; i < places.length; i++) {
      for (int j = 0; j < places.length; j++) {
        int from = places[i] * hosts.size() + places[j];
        times[i * places.length + j] = roundTrips[from];
        if (hasBandwidths()) {
          rates[i * places.length + j] = bandwidths[from];
        }
      }
    }
    return new LatencyMatrix(List.copyOf(names), times, rates, asymmetry);
  }

  private int placeOf(String name) {
    int place = hosts.indexOf(name);
    if (place < 0) {
      throw new IllegalArgumentException(
          "the matrix has no host '%s'; it has %s".formatted(name, String.join(", ", hosts)));
    }
    return place;
  }
}
