package io.starling.objects.network;

import io.starling.objects.network.Handshake.Answer;
import io.starling.objects.network.Handshake.Hello;
import io.starling.objects.network.Handshake.Verdict;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.View;
import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.LinkEstimate;
import io.starling.objects.transfer.Network;
import io.starling.objects.wire.GrowingBuffer;
import io.starling.objects.wire.RecordCodec;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * The network of a store over TCP: one connection for each pair of stores.
 *
 * <pre>
 *   store --send, ready--> PeerLink --> Connection --> kernel
 *   store <---Arrivals---- PeerLink <-- Connection <-- kernel        all within turns of the reactor
 * </pre>
 *
 * <p>The thread of the store calls everything; nothing waits, and only turns of the reactor call
 * the store. What goes over a connection is proved at its begin, but not encrypted.
 */
public final class TcpNetwork implements Network, AutoCloseable {

  /** Stands for a store that is no member. */
  public static final int STRANGER = View.NO_STORE;

  private final Reactor reactor;
  private final RecordCodec codec = new RecordCodec(Message.class);
  private final GrowingBuffer scratch = new GrowingBuffer(Frames.LARGEST_MESSAGE);
  private final long incarnation = new SecureRandom().nextLong() | 1;
  private final Map<Integer, PeerLink> links = new HashMap<>();
  private final LinkMeter meter = new LinkMeter();
  private final NetworkOptions options;
  private final long version;
  private final Reachability reachability;
  private final Strangers strangers;
  private final Entrance entrance;
  private PeerLink.Tools tools;
  private View view;
  private String lastError = "";

  /**
   * Listens; other stores hear NOT YET before {@link #start}.
   *
   * @param address where; port 0 takes any
   * @param reactor sends and receives in each of its turns
   * @throws StarlingException if it can't listen there
   */
  public TcpNetwork(
      InetSocketAddress address,
      NetworkOptions options,
      Reactor reactor,
      Reachability reachability,
      Strangers strangers) {
    this(address, options, reactor, reachability, strangers, 0);
  }

  /**
   * @param edition other than 0 for a network that understands no usual one
   */
  TcpNetwork(
      InetSocketAddress address,
      NetworkOptions options,
      Reactor reactor,
      Reachability reachability,
      Strangers strangers,
      long edition) {
    this.reactor = reactor;
    this.options = options;
    this.reachability = reachability;
    this.strangers = strangers;
    this.version = codec.hash() + Frames.FORMAT + edition;
    this.entrance = new Entrance(address, reactor, this::handshake, options, new Door());
  }

  /** Where it listens. */
  public int port() {
    return entrance.port();
  }

  /** This store has a slot from now on. */
  public void start(int self, Arrivals arrivals) {
    if (tools != null) {
      throw new IllegalStateException("the network belongs to store %d".formatted(tools.self()));
    }
    tools =
        new PeerLink.Tools(
            self,
            incarnation,
            arrivals,
            reachability,
            reactor,
            codec,
            scratch,
            meter,
            new Dialler.Tools(reactor, this::handshake, options.silence()));
  }

  /**
   * The next view: connects to new members, and forgets those that left, which still get what was
   * sent to them if they live. It comes before the store enters the view.
   */
  public void enter(View next) {
    view = next;
    Iterator<Map.Entry<Integer, PeerLink>> each = links.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Integer, PeerLink> link = each.next();
      if (next.hasLeft(link.getKey())) {
        link.getValue().leave();
        each.remove();
      }
    }
    for (Member member : next.members()) {
      if (member.slot() != tools.self()) {
        link(member.slot()).meet(member);
      }
    }
  }

  @Override
  public LinkEstimate links() {
    return meter.estimate();
  }

  @Override
  public void send(int slot, long viewOfSender, Message message) {
    PeerLink link = linkUnlessLeft(slot);
    if (link != null) {
      link.send(viewOfSender, message);
    }
  }

  @Override
  public void ready(int slot) {
    PeerLink link = linkUnlessLeft(slot);
    if (link != null) {
      link.ready();
    }
  }

  /**
   * Connects to a store as one that is no member. What is said before the connection stands waits.
   */
  public Stranger greet(String host, int port) {
    StrangerLink stranger = new StrangerLink(reactor, codec, scratch, strangers, host);
    Hello hello = new Hello(STRANGER, STRANGER, incarnation, 0, 0, 0);
    new Dial(reactor, handshake(), hello, stranger)
        .start(new InetSocketAddress(host, port), options.silence());
    return stranger;
  }

  /** What is measured of the links. */
  public LinkMeter meter() {
    return meter;
  }

  /** Whether a connection to a store stands. */
  public boolean isConnected(int slot) {
    PeerLink link = links.get(slot);
    return link != null && link.isConnected();
  }

  /** Whether a store has all messages that were sent to it. */
  public boolean isSettled(int slot) {
    PeerLink link = links.get(slot);
    return link == null || link.messages().isSettled();
  }

  /** Closes all connections at once; what has not left is lost. */
  @Override
  public void close() {
    links.values().forEach(PeerLink::close);
    links.clear();
    entrance.close();
  }

  private Handshake handshake() {
    return new Handshake(options.secret(), version);
  }

  private PeerLink linkUnlessLeft(int slot) {
    PeerLink link = links.get(slot);
    return link != null || (view != null && view.hasLeft(slot)) ? link : link(slot);
  }

  private PeerLink link(int slot) {
    return links.computeIfAbsent(slot, peer -> new PeerLink(peer, tools));
  }

  /** Lets peers in that have proved the secret. */
  private final class Door implements Admission {

    @Override
    public Answer answer(Hello hello) {
      int self = tools == null ? STRANGER : tools.self();
      Verdict verdict = judge(self, hello);
      long received =
          verdict == Verdict.WELCOME && hello.slot() >= 0 ? link(hello.slot()).received() : 0;
      return new Answer(verdict, self, incarnation, received);
    }

    private Verdict judge(int self, Hello hello) {
      if (hello.slot() < 0) {
        return Verdict.WELCOME;
      }
      if (self == STRANGER) {
        return Verdict.NOT_YET;
      }
      if (hello.target() != self || hello.slot() == self) {
        return Verdict.OTHER_STORE;
      }
      if (view != null && view.hasLeft(hello.slot())) {
        return Verdict.LEFT;
      }
      if (hello.peer() != 0 && hello.peer() != incarnation) {
        return Verdict.OTHER_PROCESS;
      }
      return link(hello.slot()).judge(hello);
    }

    @Override
    public void admit(Hello hello, SelectionKey key) throws IOException {
      if (hello.slot() < 0) {
        String host = Channels.peer((SocketChannel) key.channel());
        new StrangerLink(reactor, codec, scratch, strangers, host).attach(key);
      } else if (links.containsKey(hello.slot())) {
        link(hello.slot()).attach(key, hello.received());
      } else {
        Channels.close(key.channel());
      }
    }

    @Override
    public void onUnprovedError(String text) {
      if (!text.equals(lastError)) {
        lastError = text;
        reachability.onPeerError(STRANGER, text);
      }
    }
  }
}
