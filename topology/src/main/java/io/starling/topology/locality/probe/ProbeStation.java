package io.starling.topology.locality.probe;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A host's part in a probe: it answers the probes of others, and measures when it is asked. */
public final class ProbeStation implements AutoCloseable {

  private static final double PERCENTILE = 0.1;

  /** A probe over TCP takes no packets of its own, but a full connection. */
  private static final int MOST_TCP_PROBES = 1000;

  private static final int ROUNDS = 1 << 12;

  /**
   * Where a station answers.
   *
   * @param address an address of its host
   * @param udp its port for probes
   * @param tcp its port for streams, and for probes where UDP is filtered
   */
  public record Place(String address, int udp, int tcp) {}

  private final InetAddress address;
  private final UdpEcho udp;
  private final TcpLink tcp;
  private int round;

  /** What this station measures with; {@link #close} ends a measurement of another thread. */
  private Closeable open = () -> {};

  private boolean closed;

  private ProbeStation(InetAddress address, UdpEcho udp, TcpLink tcp) {
    this.address = address;
    this.udp = udp;
    this.tcp = tcp;
  }

  /** A station at an address of this host. */
  public static ProbeStation open(InetAddress address) throws IOException {
    UdpEcho udp = UdpEcho.open(new InetSocketAddress(address, 0));
    try {
      return new ProbeStation(address, udp, TcpLink.open(new InetSocketAddress(address, 0)));
    } catch (IOException e) {
      udp.close();
      throw e;
    }
  }

  /** Where it answers. */
  public Place place() throws IOException {
    return new Place(address.getHostAddress(), udp.port(), tcp.port());
  }

  /**
   * Measures the way to another station and back.
   *
   * @param probes how many to send
   * @param withBandwidth whether to send a short stream, too
   * @param timeout after which a probe is lost, or a connection is not answered
   * @throws IOException if the station does not answer at all
   */
  public PairSample measure(Place peer, int probes, boolean withBandwidth, Duration timeout)
      throws IOException {
    InetAddress host = InetAddress.getByName(peer.address());
    round = (round + 1) % ROUNDS;
    UdpPing.Result pings =
        UdpPing.measure(
            new InetSocketAddress(host, peer.udp()), round, probes, timeout, this::opened);
    boolean overTcp = pings.times().length == 0;
    TcpLink.Result stream =
        overTcp || withBandwidth
            ? TcpLink.measure(
                new InetSocketAddress(host, peer.tcp()),
                overTcp ? Math.min(probes, MOST_TCP_PROBES) : 0,
                withBandwidth,
                timeout,
                this::opened)
            : new TcpLink.Result(new double[0], 0);
    double[] times = overTcp ? stream.times() : pings.times();
    return new PairSample(
        times[(int) (times.length * PERCENTILE)],
        stream.bandwidth(),
        pings.sent() + stream.times().length,
        overTcp ? 0 : pings.lost(),
        overTcp);
  }

  private synchronized void opened(Closeable channel) {
    open = channel;
    if (closed) {
      throw new IllegalStateException("the station is closed");
    }
  }

  /** May be called by any thread; it ends a measurement that is under way. */
  @Override
  public synchronized void close() throws IOException {
    closed = true;
    open.close();
    udp.close();
    tcp.close();
  }
}
