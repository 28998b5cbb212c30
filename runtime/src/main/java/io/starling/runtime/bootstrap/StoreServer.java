package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * The job's bootstrap store, in the launcher, and the root of the tree of stores: what every rank
 * can write and read, fences, exchanges, agreements, and a control connection to each rank. It
 * listens on one address and talks only to those who know the job's secret.
 *
 * <p>All methods may be called by any thread.
 */
public final class StoreServer implements AgentTree, AutoCloseable {

  private static final int SECRET_BYTES = 32;
  private static final Duration USUAL_SILENCE = Duration.ofSeconds(10);

  private final int size;
  private final JobFile jobFile;
  private final Reports reports = new Reports();
  private final StoreRoot root;
  private final StoreMembers members;
  private final StoreRelay relay;
  private final StoreLoop loop;
  private final Thread thread;

  private StoreServer(int size, byte[] secret, ServerSocketChannel listener, Duration silence)
      throws IOException {
    this.size = size;
    jobFile = StoreListener.describe(listener, secret);
    BitSet served = new BitSet();
    served.set(0, size);
    root = new StoreRoot(size, reports);
    members = new StoreMembers(secret, served);
    relay = StoreRelay.ofRoot(root, members, new Heartbeat(silence, System.nanoTime()));
    root.attach(relay);
    loop =
        new StoreLoop(
            Selector.open(),
            List.of(listener),
            relay,
            Role.values().length * size + StoreListener.STRANGERS);
    thread = Thread.ofPlatform().daemon().name("starling-store").unstarted(loop);
  }

  /**
   * Listens on the loopback interface for the ranks of a new job with a new secret.
   *
   * @param size how many ranks the job has
   */
  public static StoreServer open(int size) throws IOException {
    return open(size, InetAddress.getLoopbackAddress(), USUAL_SILENCE);
  }

  /**
   * Listens for the ranks and agents of a new job with a new secret.
   *
   * @param listenOn the address of one interface
   * @param silence after which an agent that is not heard of is lost
   */
  public static StoreServer open(int size, InetAddress listenOn, Duration silence)
      throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return open(size, listenOn, 0, secret, silence);
  }

  /**
   * Listens at an address, a port and with a secret that were agreed on otherwise.
   *
   * @param job its host is an address or a name of this machine
   */
  public static StoreServer open(int size, JobFile job) throws IOException {
    InetAddress address = InetAddress.getByName(job.host());
    return open(size, address, job.port(), job.secretBytes(), USUAL_SILENCE);
  }

  private static StoreServer open(
      int size, InetAddress listenOn, int port, byte[] secret, Duration silence)
      throws IOException {
    ServerSocketChannel listener = StoreListener.open(listenOn, port, Role.values().length * size);
    try {
      StoreServer server = new StoreServer(size, secret, listener, silence);
      server.thread.start();
      return server;
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  /** What a rank or an agent must know to join. */
  public JobFile jobFile() {
    return jobFile;
  }

  /** Who hears of agents; to be set before the first is started. */
  public void listen(AgentTree.Listener listener) {
    root.listen(listener);
  }

  /**
   * Says that the job goes on when ranks have failed: fences are passed without them. To be called
   * before the first rank or agent is started.
   */
  public void surviveFailures() {
    loop.submit(
        () -> {
          members.surviveFailures(true);
          root.state().surviveFailures(true);
        });
  }

  /** Publishes a value to the ranks, as one of them would. */
  public void put(String key, byte[] value) {
    submit(() -> root.state().put(key, value));
  }

  /**
   * Tells every rank of the job, now or when it joins, that one has failed for good, and decides
   * what waits for that rank. The first reason of a rank stays.
   *
   * @param reason for people, such as {@code was ended by signal KILL (status 137) on node3}
   */
  public void failed(int rank, String reason) {
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException("no rank " + rank + " in a job of " + size);
    }
    submit(() -> root.state().failed(rank, reason));
  }

  @Override
  public void tell(int host, byte[] message) {
    Frame frame = AgentStore.message(host, message);
    submit(() -> relay.down(frame));
  }

  /** How many connections are open, and sockets that listen. */
  int connections() {
    return loop.open();
  }

  /** How much is open that someone waits for. */
  int open() {
    return loop.ask(() -> relay.open() + root.state().open());
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
    submit(() -> relay.down(Frame.of(FrameType.REPORT, round, "")));
    return reports.await(patience);
  }

  private interface Task {
    void run() throws IOException;
  }

  private void submit(Task task) {
    loop.submit(
        () -> {
          try {
            task.run();
          } catch (IOException e) {
            throw new IllegalStateException("the store broke its own protocol", e);
          }
        });
  }

  /** Closes all connections: ranks and agents that still live take this for the launcher's end. */
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
