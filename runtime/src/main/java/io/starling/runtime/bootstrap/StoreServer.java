package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;

/**
 * The job's bootstrap store, in the launcher: a small map that every rank can write and read, a
 * fence, and a control connection to each rank. It listens on the loopback interface and talks only
 * to those who know the job's secret.
 *
 * <p>All methods may be called by any thread.
 */
public final class StoreServer implements AutoCloseable {

  private static final int SECRET_BYTES = 32;

  /** Connections besides those of the ranks that may be open while they prove themselves. */
  private static final int STRANGERS = 64;

  private final JobFile jobFile;
  private final Reports reports;
  private final StoreMembers members;
  private final StoreLoop loop;
  private final Thread thread;

  private StoreServer(int size, byte[] secret, ServerSocketChannel listener) throws IOException {
    InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
    jobFile =
        new JobFile(
            address.getAddress().getHostAddress(),
            address.getPort(),
            HexFormat.of().formatHex(secret));
    reports = new Reports();
    members = new StoreMembers(size, secret, reports);
    loop = new StoreLoop(listener, members, Role.values().length * size + STRANGERS);
    thread = Thread.ofPlatform().daemon().name("starling-store").unstarted(loop);
  }

  /**
   * Listens for the ranks of a new job with a new secret.
   *
   * @param size how many ranks the job has
   */
  public static StoreServer open(int size) throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      listener.bind(new InetSocketAddress(loopback, 0), 2 * size + STRANGERS);
      StoreServer server = new StoreServer(size, secret, listener);
      server.thread.start();
      return server;
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  /** What a rank must know to join. */
  public JobFile jobFile() {
    return jobFile;
  }

  /** Publishes a value to the ranks, as one of them would. */
  public void put(String key, byte[] value) {
    loop.submit(() -> members.put(key, value));
  }

  /** How many connections were dropped because they did not prove that they know the secret. */
  public int rejectedConnections() {
    return loop.rejected();
  }

  /**
   * Asks every rank to print its threads to stderr.
   *
   * @return the ranks that had done so in time
   */
  public Set<Integer> requestReports(Duration patience) throws InterruptedException {
    int round = reports.begin();
    loop.submit(
        () -> {
          var ranks = members.controlConnections();
          reports.expect(round, ranks.size());
          ranks.forEach(rank -> rank.offer(Frame.of(FrameType.REPORT, round, "")));
        });
    return reports.await(patience);
  }

  /** Closes all connections: ranks that still live take this for the launcher's end. */
  @Override
  public void close() throws IOException {
    loop.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
