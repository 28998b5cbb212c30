package io.starling.topology.locality.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sends probes of 32 bits to an {@link UdpEcho}, one after the other: 12 bits for the measurement,
 * 20 for the sequence number, so that a late answer is not taken for another. It polls, and yields
 * its core to others in between.
 */
final class UdpPing {

  /** What came of it. */
  record Result(double[] times, int sent, int lost) {}

  private static final int SEQUENCE_BITS = 20;
  private static final int MOST_LOST_AT_FIRST = 3;
  private static final double NANOSECONDS = 1e3;

  private final DatagramChannel channel;
  private final ByteBuffer out = ByteBuffer.allocateDirect(Integer.BYTES);
  private final ByteBuffer in = ByteBuffer.allocateDirect(UdpEcho.LONGEST);
  private final long timeout;

  private UdpPing(DatagramChannel channel, Duration timeout) {
    this.channel = channel;
    this.timeout = timeout.toNanos();
  }

  /**
   * Measures round-trip times in microseconds, sorted. It gives up if none of the first probes
   * comes back.
   *
   * @param round tells this measurement from the one before
   * @param timeout after which a probe is lost
   */
  static Result measure(InetSocketAddress peer, int round, int probes, Duration timeout)
      throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.configureBlocking(false);
      channel.connect(peer);
      return new UdpPing(channel, timeout).run(round, probes);
    }
  }

  private Result run(int round, int probes) throws IOException {
    double[] times = new double[probes];
    int known = 0;
    int sent = 0;
    while (sent < probes && (known > 0 || sent < MOST_LOST_AT_FIRST)) {
      int number = (round << SEQUENCE_BITS) | (sent & ((1 << SEQUENCE_BITS) - 1));
      long time = probe(number);
      sent++;
      if (time >= 0) {
        times[known++] = time / NANOSECONDS;
      }
    }
    double[] found = Arrays.copyOf(times, known);
    Arrays.sort(found);
    return new Result(found, sent, sent - known);
  }

  /** The time until a probe is back, in nanoseconds, or -1 if it is lost. */
  // As in UdpEcho.
  @SuppressWarnings("ThreadPriorityCheck")
  private long probe(int number) throws IOException {
    long start = System.nanoTime();
    try {
      channel.write(out.clear().putInt(number).flip());
      while (System.nanoTime() - start < timeout) {
        in.clear();
        if (channel.read(in) == Integer.BYTES && in.flip().getInt() == number) {
          return System.nanoTime() - start;
        }
        Thread.yield();
      }
    } catch (PortUnreachableException e) {
      // The peer's socket is not there, or a filter says so.
    }
    return -1;
  }
}
