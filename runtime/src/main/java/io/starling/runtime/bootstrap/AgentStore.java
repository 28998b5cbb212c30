package io.starling.runtime.bootstrap;

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
 * The bootstrap store of a host other than the launcher's, in its agent. Ranks of that host join
 * here as they would at the launcher's store, and so may agents below; what concerns others goes up
 * and down the tree.
 *
 * <p>When the store above is lost, this one closes all its connections: its ranks and the agents
 * below take that for the launcher's end. All methods may be called by any thread.
 */
public final class AgentStore implements AgentLink, AutoCloseable {

  private static final int BACKLOG = 1024;
  private static final int STRANGERS_BEFORE_RANKS = 256;

  private final int host;
  private final JobFile jobFile;
  private final JobFile jobFileForAgents;
  private final BitSet served = new BitSet();
  private final BitSet below = new BitSet();
  private final StoreUplink uplink;
  private final StoreRelay relay;
  private final StoreLoop loop;
  private final Thread thread;

  /** What has been told and not been handed to the connection yet, in bytes. */
  private final AtomicLong queued = new AtomicLong();

  private AgentStore(
      Handshake.Joined joined,
      byte[] secret,
      int host,
      List<ServerSocketChannel> listeners,
      Duration silence,
      AgentLink.Listener listener)
      throws IOException {
    this.host = host;
    jobFile = StoreListener.describe(listeners.getFirst(), secret);
    jobFileForAgents = StoreListener.describe(listeners.getLast(), secret);
    Selector selector = Selector.open();
    long now = System.nanoTime();
    StoreConnection above = StoreConnection.register(joined.channel().release(), selector, now);
    uplink = new StoreUplink(host, above, listener, this::stop);
    StoreMembers members = new StoreMembers(secret, served);
    members.surviveFailures(joined.survivesFailures());
    relay = StoreRelay.ofAgent(uplink, members, new Heartbeat(silence, now), below);
    loop = new StoreLoop(selector, listeners, relay, STRANGERS_BEFORE_RANKS);
    thread = Thread.ofPlatform().daemon().name("starling-agent-store").unstarted(loop);
  }

  /**
   * Joins the job, and listens on the loopback interface for ranks of this host and on another
   * address for agents below.
   *
   * @param parent of the launcher's store or of the agent above
   * @param host this host's number
   * @param listenOn the address of one interface
   * @param silence after which a store that is not heard of is lost; the same in the whole job
   * @throws IOException if this host does not let it listen
   * @throws io.starling.runtime.error.StarlingException if the store above can't be reached, does
   *     not know the secret, or has seen an agent of this host before
   */
  public static AgentStore join(
      JobFile parent, int host, InetAddress listenOn, Duration silence, AgentLink.Listener listener)
      throws IOException {
    List<ServerSocketChannel> listeners = new ArrayList<>();
    Handshake.Joined joined = Handshake.join(parent, host, Role.AGENT);
    try {
      listeners.add(StoreListener.open(InetAddress.getLoopbackAddress(), 0, BACKLOG));
      if (!listenOn.isLoopbackAddress()) {
        listeners.add(StoreListener.open(listenOn, 0, BACKLOG));
      }
      byte[] secret = parent.secretBytes();
      AgentStore store = new AgentStore(joined, secret, host, listeners, silence, listener);
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
   * Lets ranks join here. To be called before they are started.
   *
   * @param size how many ranks the job has
   * @param ranks those of this host
   */
  public void serve(int size, BitSet ranks) {
    if (ranks.length() > size) {
      throw new IllegalArgumentException(
          "host %d is to serve the ranks %s of a job of %d".formatted(host, ranks, size));
    }
    BitSet own = (BitSet) ranks.clone();
    loop.submit(
        () -> {
          served.or(own);
          below.or(own);
          loop.allowStrangers(STRANGERS_BEFORE_RANKS + Role.values().length * own.cardinality());
          uplink.accept(new Frame(FrameType.SERVES, host, "", own.toByteArray()));
        });
  }

  /** What a rank of this host must know to join. */
  public JobFile jobFile() {
    return jobFile;
  }

  /** What an agent below this one must know to join. */
  public JobFile jobFileForAgents() {
    return jobFileForAgents;
  }

  /** How many connections are open, and sockets that listen. */
  int connections() {
    return loop.open();
  }

  /** How much is open that someone waits for. */
  int open() {
    return loop.ask(relay::open);
  }

  /** How many connections were dropped because they did not prove that they know the secret. */
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
      // The loop ends all the same.
    }
  }

  /** Leaves the job: the launcher hears that this agent is lost. The listener hears nothing. */
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
