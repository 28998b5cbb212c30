package io.starling.collectives.reorder;

import io.starling.runtime.Buffer;
import io.starling.topology.locality.probe.PairRounds;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures the links between hosts by messages between one rank of each: short ones for the round
 * trip, long ones for the bandwidth. The pairs take turns in the rounds of a tournament, so that no
 * rank is in two pairs at once (Cloud Collectives, section IV-B).
 */
public final class LinkMeasurement {

  /** Messages between ranks. */
  public interface Messages {

    /** Sends to the rank of a host. */
    void send(Buffer data, int host);

    /** Receives from the rank of a host. */
    void receive(Buffer into, int host);
  }

  private static final int WARM_UPS = 2;
  private static final int PINGS = 10;
  private static final int PERCENTILE = 10;
  private static final int STREAMS = 3;
  private static final int STREAM_BYTES = 64 << 10;
  private static final double NANOSECONDS = 1e3;

  private final Messages messages;
  private final LongSupplier clock;
  private final int own;
  private final int hosts;
  private final Buffer ping = Buffer.of(new byte[4]);
  private final Buffer stream = Buffer.of(new byte[STREAM_BYTES]);

  /** The round-trip times from this host in microseconds, and the time of a byte. */
  private final double[] roundTrips;

  private final double[] perByte;

  /**
   * A measurement.
   *
   * @param own this host
   * @param clock counts nanoseconds
   */
  public LinkMeasurement(Messages messages, LongSupplier clock, int own, int hosts) {
    this.messages = messages;
    this.clock = clock;
    this.own = own;
    this.hosts = hosts;
    roundTrips = new double[hosts];
    perByte = new double[hosts];
  }

  /**
   * Measures; one rank of each host calls it at the same time. Of each pair, the lower host learns
   * the times.
   */
  public void run() {
    for (int round = 0; round < PairRounds.count(hosts); round++) {
      int peer = PairRounds.peer(round, own, hosts);
      if (peer < hosts && own < peer) {
        lead(peer);
      } else if (peer < hosts) {
        follow(peer);
      }
    }
  }

  private void lead(int peer) {
    double[] times = new double[PINGS];
    for (int i = -WARM_UPS; i < PINGS; i++) {
      double time = exchange(ping, peer);
      times[Math.max(0, i)] = time;
    }
    Arrays.sort(times);
    roundTrips[peer] = Math.max(times[PINGS * PERCENTILE / 100], 1 / NANOSECONDS);
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < STREAMS; i++) {
      best = Math.min(best, exchange(stream, peer));
    }
    perByte[peer] = Math.max(best - roundTrips[peer], 1 / NANOSECONDS) / STREAM_BYTES;
  }

  /** A message there and a short one back, in microseconds. */
  private double exchange(Buffer data, int peer) {
    long start = clock.getAsLong();
    messages.send(data, peer);
    messages.receive(ping, peer);
    return (clock.getAsLong() - start) / NANOSECONDS;
  }

  private void follow(int peer) {
    for (Buffer data : List.of(ping, stream)) {
      int count = data == ping ? WARM_UPS + PINGS : STREAMS;
      for (int i = 0; i < count; i++) {
        messages.receive(data, peer);
        messages.send(ping, peer);
      }
    }
  }

  /** The round-trip times to the other hosts in microseconds; 0 where another host has them. */
  public double[] roundTrips() {
    return roundTrips.clone();
  }

  /** The time of a byte to the other hosts in microseconds; 0 where another host has it. */
  public double[] perByte() {
    return perByte.clone();
  }
}
