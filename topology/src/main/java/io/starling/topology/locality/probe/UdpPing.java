package io.starling.topology.locality.probe;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

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

  /** They do not count: code is compiled, addresses are resolved. */
  private static final int WARM_UPS = 20;

  /** So many, and the peer has gone. */
  private static final int MOST_LOST_IN_A_ROW = 10;

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
   * @param open takes what another thread may close to end the measurement
   * @throws IOException if the peer answers no longer, or the channel was closed
   */
  static Result measure(
      InetSocketAddress peer, int round, int probes, Duration timeout, Consumer<Closeable> open)
      throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      open.accept(channel);
      channel.configureBlocking(false);
      channel.connect(peer);
      return new UdpPing(channel, timeout).run(round, probes);
    }
  }

  private Result run(int round, int probes) throws IOException {
    double[] times = new double[probes];
    int known = 0;
    int answered = 0;
    int lostInARow = 0;
    int all = WARM_UPS + probes;
    for (int i = 0; i < all && (answered > 0 || i < MOST_LOST_AT_FIRST); i++) {
      long time = probe((round << SEQUENCE_BITS) | (i & ((1 << SEQUENCE_BITS) - 1)));
      if (time < 0 && ++lostInARow == MOST_LOST_IN_A_ROW) {
        throw new IOException(
            "it answered %d probes, and then none of %d".formatted(answered, lostInARow));
      }
      if (time >= 0) {
        answered++;
        lostInARow = 0;
        if (i >= WARM_UPS) {
          times[known++] = time / NANOSECONDS;
        }
      }
    }
    double[] found = Arrays.copyOf(times, known);
    Arrays.sort(found);
    int sent = answered == 0 ? MOST_LOST_AT_FIRST : probes;
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
