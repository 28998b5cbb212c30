package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentTree;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The job's bootstrap store, in the launcher; the root of the tree of stores. It keeps values that
 * every rank can write and read, fences, exchanges, agreements, and a control connection to each
 * rank. It listens on one address and accepts only clients that know the job's secret.
 *
 * <p>All methods may be called by any thread.
 */
public final class StoreServer implements AgentTree, JobStore {

  private static final int SECRET_BYTES = 32;
  private static final Duration USUAL_SILENCE = Duration.ofSeconds(10);

  private final int capacity;
  private final JobFile jobFile;
  private final Reports reports = new Reports();
  private final StoreRoot root;
  private final StoreMembers members;
  private final StoreRelay relay;
  private final StoreLoop loop;
  private final Thread thread;

  private StoreServer(
      int size, int capacity, byte[] secret, ServerSocketChannel listener, Duration silence)
      throws IOException {
    this.capacity = capacity;
    jobFile = StoreLoop.describe(listener, secret);
    BitSet served = new BitSet();
    served.set(0, size);
    root = new StoreRoot(size, capacity, reports);
    members = new StoreMembers(secret, served);
    relay = StoreRelay.ofRoot(root, members, new Heartbeat(silence, System.nanoTime()));
    root.attach(relay);
    loop =
        new StoreLoop(
            Selector.open(),
            List.of(listener),
            relay,
            Role.values().length * capacity + StoreLoop.UNAUTHENTICATED);
    thread = Thread.ofPlatform().daemon().name("starling-store").unstarted(loop);
  }

  /**
   * Listens on the loopback interface for the ranks of a new job with a new secret.
   *
   * @param size the number of ranks of the job
   */
  public static StoreServer open(int size) throws IOException {
    return open(size, InetAddress.getLoopbackAddress(), USUAL_SILENCE);
  }

  /**
   * Listens for the ranks and agents of a new job with a new secret.
   *
   * @param listenOn the address of one interface
   * @param silence the silence after which an agent is considered lost
   */
  public static StoreServer open(int size, InetAddress listenOn, Duration silence)
      throws IOException {
    return open(size, size, listenOn, silence);
  }

  /**
   * The same for a job to which ranks may come later.
   *
   * @param capacity how many ranks the job can have in all
   */
  public static StoreServer open(int size, int capacity, InetAddress listenOn, Duration silence)
      throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return open(size, capacity, listenOn, 0, secret, silence);
  }

  /**
   * Listens at an address and a port, with a secret, that were agreed on by other means.
   *
   * @param job its host is an address or a name of this machine
   */
  public static StoreServer open(int size, JobFile job) throws IOException {
    InetAddress address = InetAddress.getByName(job.host());
    return open(size, size, address, job.port(), job.secretBytes(), USUAL_SILENCE);
  }

  private static StoreServer open(
      int size, int capacity, InetAddress listenOn, int port, byte[] secret, Duration silence)
      throws IOException {
    ServerSocketChannel listener = StoreLoop.listen(listenOn, port, Role.values().length * size);
    try {
      StoreServer server = new StoreServer(size, capacity, secret, listener, silence);
      server.thread.start();
      return server;
    } catch (IOException e) {
      listener.close();
      throw e;
    }
  }

  /** The address and secret with which a rank or an agent joins. */
  @Override
  public JobFile jobFile() {
    return jobFile;
  }

  /** Sets the listener for agents; to be called before the first agent is started. */
  public void listen(AgentTree.Listener listener) {
    root.listen(listener);
  }

  /**
   * Sets what happens when a rank ends the job, given the rank and the status; to be called before
   * the first rank is started. The action runs on the thread of the store and must not wait.
   */
  public void onAbort(BiConsumer<Integer, Integer> action) {
    root.onAbort(action);
  }

  /**
   * Makes the job survive failed ranks: fences pass without them. To be called before the first
   * rank or agent is started.
   */
  public void surviveFailures() {
    loop.submit(
        () -> {
          members.surviveFailures(true);
          root.state().surviveFailures(true);
        });
  }

  /** Sets the listener for ranks that want more ranks; to be called before the first is started. */
  public void onSpawn(SpawnListener listener) {
    root.onSpawn(listener);
  }

  /**
   * Lets more ranks join, here or at an agent, as a world of their own; to be called before they
   * are started.
   */
  @Override
  public void admit(int first, int count) {
    BitSet ranks = new BitSet();
    ranks.set(first, first + count);
    submit(
        () -> {
          members.serve(ranks);
          root.state().admit(first, count);
        });
  }

  /** Publishes a value to the ranks, as a rank could. */
  @Override
  public void put(String key, byte[] value) {
    submit(() -> root.state().put(key, value));
  }

  /**
   * Reports a failed rank to every rank of the job, now or when it joins, and decides everything
   * that waits for the failed rank. The first reason of a rank stays.
   *
   * @param reason a text such as {@code was ended by signal KILL (status 137) on node3}
   */
  @Override
  public void failed(int rank, String reason) {
    if (rank < 0 || rank >= capacity) {
      throw new IllegalArgumentException("no rank " + rank + " in a job of " + capacity);
    }
    submit(() -> root.state().failed(rank, reason));
  }

  @Override
  public void tell(int host, byte[] message) {
    Frame frame = AgentStore.message(host, message);
    submit(() -> relay.down(frame));
  }

  /** The number of open connections and listening sockets. */
  int connections() {
    return loop.open();
  }

  /** The number of requests for which a client waits. */
  int open() {
    return loop.ask(() -> relay.open() + root.state().open());
  }

  /**
   * The number of connections that were dropped because the client did not prove that it knows the
   * secret.
   */
  public int rejectedConnections() {
    return loop.rejected();
  }

  /** How many ranks have come to their main methods, as their control connections tell. */
  @Override
  public int started() {
    return reports.started();
  }

  /**
   * Asks every rank to print its threads to stderr.
   *
   * @return the ranks that did so in time
   */
  @Override
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

  /**
   * Closes all connections; ranks and agents that are still there treat this as the launcher's end.
   */
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
