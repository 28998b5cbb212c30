package io.starling.bench.laboratory.calibrate;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import java.util.List;
import java.util.Locale;

/**
 * What the simulator has to know of two ranks, in microseconds and bytes a microsecond.
 *
 * <p>What a byte costs depends on what else lies in the caches, so each message size has figures of
 * its own.
 *
 * @param bytes the message's size
 * @param post to start a send or a receive, and as much to notice its end
 * @param latency of a link
 * @param eager the longest message that leaves before its receive is found
 * @param copy how fast eager messages are copied
 * @param start what the receiver needs to begin to copy a longer one
 * @param bandwidth how fast it copies it
 * @param fold how fast two operands are folded, by bytes of one
 */
record CalibrationFigures(
    long bytes,
    double post,
    double latency,
    long eager,
    double copy,
    double start,
    double bandwidth,
    double fold) {

  /** No copy is faster, and none slower: the simulator wants a figure that can be. */
  private static final double FASTEST = 1e6;

  private static final double SLOWEST = 10;

  /** Those for messages of so many bytes. */
  static CalibrationFigures of(List<Reading> readings, long bytes) {
    double message = find(readings, Reading.STREAM, Plan.SMALL * Plan.SMALL_COUNT, Plan.SMALL);
    double small = find(readings, Reading.PING_PONG, Plan.SMALL, Plan.SMALL);
    double middling = find(readings, Reading.PING_PONG, Plan.MIDDLING, Plan.MIDDLING);
    long eager = (long) find(readings, Reading.EAGER, 0, 0);
    List<Reading> streams = streams(readings, bytes, eager);
    double latency = Math.max(0, small - message);
    double perByte = Math.max(1 / FASTEST, slope(streams, message + latency));
    double both = (middling - small) / (Plan.MIDDLING - Plan.SMALL);
    // A segment in a stream: post, handle, and a copy that begins, waits for a byte, and moves all.
    double start =
        streams.stream()
                .mapToDouble(stream -> stream.value() - perByte * stream.segment())
                .average()
                .orElseThrow()
            - message
            - latency;
    List<Reading> folds =
        readings.stream()
            .filter(reading -> reading.what().equals(Reading.FOLD) && reading.bytes() == bytes)
            .toList();
    double fold =
        folds.stream().mapToDouble(Reading::segment).sum()
            / folds.stream().mapToDouble(Reading::value).sum();
    return new CalibrationFigures(
        bytes,
        message / 2,
        latency,
        eager,
        speed((both - perByte) / 2),
        Math.max(0, start),
        speed(perByte),
        fold);
  }

  /** Those of segments that are not eager; all where all are. */
  private static List<Reading> streams(List<Reading> readings, long bytes, long eager) {
    List<Reading> all =
        readings.stream()
            .filter(reading -> reading.what().equals(Reading.STREAM) && reading.bytes() == bytes)
            .toList();
    List<Reading> large = all.stream().filter(reading -> reading.segment() > eager).toList();
    return large.isEmpty() ? all : large;
  }

  /**
   * Microseconds a byte: the least squares of the relative errors.
   *
   * @param message what a message without bytes takes, for a single reading
   */
  private static double slope(List<Reading> streams, double message) {
    if (streams.size() == 1) {
      return (streams.getFirst().value() - message) / streams.getFirst().segment();
    }
    double weights = 0;
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (Reading stream : streams) {
      double weight = 1 / (stream.value() * stream.value());
      weights += weight;
      x += weight * stream.segment();
      y += weight * stream.value();
      xx += weight * stream.segment() * stream.segment();
      xy += weight * stream.segment() * stream.value();
    }
    return (weights * xy - x * y) / (weights * xx - x * x);
  }

  private static double speed(double perByte) {
    return Math.clamp(perByte > 0 ? 1 / perByte : FASTEST, SLOWEST, FASTEST);
  }

  private static double find(List<Reading> readings, String what, long bytes, long segment) {
    return readings.stream()
        .filter(
            reading ->
                reading.what().equals(what)
                    && reading.bytes() == bytes
                    && reading.segment() == segment)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "nothing was read of %s, %d bytes in %d".formatted(what, bytes, segment)))
        .value();
  }

  /** The machine with these figures. */
  SimulatedCluster machine(int cores, String description) {
    return SimulatedCluster.read("what was measured", toJson(cores, description));
  }

  /** The file of the machine; {@code docs/machines.md} tells what stands in it. */
  String toJson(int cores, String description) {
    return """
    {
      "name": "calibrated",
      "description": "%s",
      "nodes": 1,
      "node": "core:%d pu:1",
      "links": {
        "core": {
          "in": {"latency": "%s", "bandwidth": "%s", "gap": "0ns"},
          "source": "measured between two cores, with nothing else under way; links that several transfers share are missing"
        }
      },
      "protocols": {
        "inside": {"eager": "%s", "mover": "copy", "start": "%s", "source": "measured"},
        "between": {"eager": "8K", "mover": "read", "source": "there is one node only"}
      },
      "processor": {
        "post": "%s",
        "handle": "%s",
        "copy": "%s",
        "fold": "%s",
        "source": "measured: post and handle are half of what a message of 8 bytes takes in a stream"
      }
    }
    """
        .formatted(
            description,
            cores,
            time(latency),
            speedText(bandwidth),
            eager,
            time(start),
            time(post),
            time(post),
            speedText(copy),
            speedText(fold));
  }

  static String time(double microseconds) {
    return String.format(Locale.ROOT, "%.1fns", microseconds * 1e3);
  }

  /** Of bytes a microsecond, which are megabytes a second. */
  static String speedText(double speed) {
    return String.format(Locale.ROOT, "%.2fGB/s", speed / 1e3);
  }
}
