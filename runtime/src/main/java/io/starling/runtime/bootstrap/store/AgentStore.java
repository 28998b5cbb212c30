package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bootstrap store of a host other than the launcher's; it runs in the host's agent. Ranks of
 * that host join here as they would at the launcher's store, and so may agents below. Messages for
 * others travel up and down the tree.
 *
 * <p>When the store above is lost, this one closes all its connections; its ranks and the agents
 * below treat that as the launcher's end. All methods may be called by any thread.
 */
public final class AgentStore implements AgentLink, AutoCloseable {

  private static final int BACKLOG = 1024;
  private static final int UNAUTHENTICATED_BEFORE_RANKS = 256;

  private final int host;
  private final JobFile jobFile;
  private final JobFile jobFileForAgents;
  private final BitSet served = new BitSet();
  private final BitSet below = new BitSet();
  private final StoreUplink uplink;
  private final StoreRelay relay;
  private final StoreLoop loop;
  private final Thread thread;

  /** The bytes of messages that have not been passed to the connection yet. */
  private final AtomicLong queued = new AtomicLong();

  private AgentStore(
      Handshake.Joined joined,
      byte[] secret,
      int host,
      List<ServerSocketChannel> listeners,
      Duration silence,
      AgentLink.Listener listener,
      UplinkFilter filter)
      throws IOException {
    this.host = host;
    jobFile = StoreLoop.describe(listeners.getFirst(), secret);
    jobFileForAgents = StoreLoop.describe(listeners.getLast(), secret);
    Selector selector = Selector.open();
    long now = System.nanoTime();
    StoreConnection above = StoreConnection.register(joined.channel().release(), selector, now);
    uplink = new StoreUplink(host, above, listener, this::stop, filter);
    StoreMembers members = new StoreMembers(secret, served);
    members.surviveFailures(joined.survivesFailures());
    relay = StoreRelay.ofAgent(uplink, members, new Heartbeat(silence, now), below);
    loop = new StoreLoop(selector, listeners, relay, UNAUTHENTICATED_BEFORE_RANKS);
    thread = Thread.ofPlatform().daemon().name("starling-agent-store").unstarted(loop);
  }

  /**
   * Joins the job. Listens on the loopback interface for ranks of this host, and on another address
   * for agents below.
   *
   * @param parent the launcher's store or the agent above
   * @param host this host's number
   * @param listenOn the address of one interface
   * @param silence the silence after which a store is considered lost; the same in the whole job
   * @throws IOException if it can't listen on this host
   * @throws io.starling.runtime.StarlingException if the store above can't be reached, does not
   *     know the secret, or already has an agent of this host
   */
  public static AgentStore join(
      JobFile parent, int host, InetAddress listenOn, Duration silence, AgentLink.Listener listener)
      throws IOException {
    return join(parent, host, listenOn, silence, listener, UplinkFilter.NONE);
  }

  /** The same for a store that keeps some messages for itself. */
  static AgentStore join(
      JobFile parent,
      int host,
      InetAddress listenOn,
      Duration silence,
      AgentLink.Listener listener,
      UplinkFilter filter)
      throws IOException {
    List<ServerSocketChannel> listeners = new ArrayList<>();
    Handshake.Joined joined = Handshake.join(parent, host, Role.AGENT);
    try {
      listeners.add(StoreLoop.listen(InetAddress.getLoopbackAddress(), 0, BACKLOG));
      if (!listenOn.isLoopbackAddress()) {
        listeners.add(StoreLoop.listen(listenOn, 0, BACKLOG));
      }
      byte[] secret = parent.secretBytes();
      AgentStore store = new AgentStore(joined, secret, host, listeners, silence, listener, filter);
      store.thread.start();
      return store;
    } catch (IOException e) {
      joined.channel().close();
      for (ServerSocketChannel open : listeners) {
        open.close();
      }
      throw e;
    }
  }

  /**
   * Lets ranks join here. To be called before the ranks are started.
   *
   * @param capacity how many ranks the job can have
   * @param ranks more ranks of this host
   */
  public void serve(int capacity, BitSet ranks) {
    if (ranks.length() > capacity) {
      throw new IllegalArgumentException(
          "host %d was given the ranks %s, but the job has %d ranks"
              .formatted(host, ranks, capacity));
    }
    BitSet own = (BitSet) ranks.clone();
    loop.submit(
        () -> {
          served.or(own);
          below.or(own);
          loop.allowUnauthenticated(
              UNAUTHENTICATED_BEFORE_RANKS + Role.values().length * served.cardinality());
          uplink.accept(new Frame(FrameType.SERVES, host, "", own.toByteArray()));
        });
  }

  /** Publishes a value, as a rank could. */
  void put(String key, byte[] value) {
    loop.submit(() -> uplink.accept(new Frame(FrameType.PUT, 0, key, value)));
  }

  /** Asks every rank here to print its threads. */
  void requestReports(int round) {
    loop.submit(
        () -> {
          try {
            relay.down(Frame.of(FrameType.REPORT, round, ""));
          } catch (IOException e) {
            throw new IllegalStateException("the store broke its own protocol", e);
          }
        });
  }

  /** The address and secret with which a rank of this host joins. */
  public JobFile jobFile() {
    return jobFile;
  }

  /** The address and secret with which an agent below this one joins. */
  public JobFile jobFileForAgents() {
    return jobFileForAgents;
  }

  /** The number of open connections and listening sockets. */
  int connections() {
    return loop.open();
  }

  /** The number of requests for which a client waits. */
  int open() {
    return loop.ask(relay::open);
  }

  /**
   * The number of connections that were dropped because the client did not prove that it knows the
   * secret.
   */
  public int rejectedConnections() {
    return loop.rejected();
  }

  @Override
  public void tell(byte[] message) {
    Frame frame = message(host, message);
    queued.addAndGet(message.length);
    loop.submit(
        () -> {
          uplink.accept(frame);
          queued.addAndGet(-message.length);
        });
  }

  @Override
  public long unsent() {
    return queued.get() + uplink.connection().unsent();
  }

  /** A message between the launcher and the agent of a host. */
  static Frame message(int host, byte[] message) {
    if (message.length > Frame.MAXIMUM_VALUE) {
      throw new IllegalArgumentException(
          "a message for or of host %d has %d bytes; at most %d fit"
              .formatted(host, message.length, Frame.MAXIMUM_VALUE));
    }
    return new Frame(FrameType.TELL, host, "", message);
  }

  private void stop() {
    try {
      loop.stop();
    } catch (IOException e) {
      // The loop ends in any case.
    }
  }

  /**
   * Leaves the job: the launcher is notified that this agent is lost. The listener is not notified.
   */
  @Override
  public void close() {
    stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
