package io.starling.objects.network;

import io.starling.objects.network.Handshake.Answer;
import io.starling.objects.network.Handshake.Hello;
import io.starling.objects.network.Handshake.Verdict;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.Transfer;
import io.starling.objects.reactor.Deadlines;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.transfer.Arrivals;
import io.starling.objects.transfer.Outgoing;
import io.starling.objects.wire.GrowingBuffer;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.objects.wire.RecordCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.time.Duration;

/**
 * All that goes between this store and another one, over one connection after the other.
 *
 * <pre>
 *   higher slot:  dial --welcome--> connection --broken--> dial ...
 *   lower slot:   look               (admitted)            look ...
 * </pre>
 *
 * <p>Invariant: a broken connection is heard of before anything of the next one; the peer is one
 * process for ever, as a slot is.
 */
final class PeerLink implements Session, Dialler.Caller {

  /** What a link works with. */
  record Tools(
      int self,
      long incarnation,
      Arrivals arrivals,
      Reachability reachability,
      Reactor reactor,
      RecordCodec codec,
      GrowingBuffer scratch,
      LinkMeter meter,
      Dialler.Tools dialling) {}

  /** The lower slot leaves the higher one this time to connect before it looks after it. */
  private static final Duration GRACE = Duration.ofMillis(100);

  /** A store that left gets this time to take what was sent to it. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration LOOK = Duration.ofMillis(10);

  private final int slot;
  private final Tools tools;
  private final OrderedMessages messages = new OrderedMessages();
  private final Dialler dialler;
  private Member member;
  private Connection connection;

  /** The process behind the slot; 0 before the first connection. */
  private long process;

  private long lastAttempt;
  private long attempts;
  private boolean ready;
  private boolean left;
  private String lastError = "";

  PeerLink(int slot, Tools tools) {
    this.slot = slot;
    this.tools = tools;
    this.dialler = new Dialler(tools.dialling(), this);
  }

  boolean isConnected() {
    return connection != null;
  }

  void send(long view, Message message) {
    tools.codec().encode(message, tools.scratch());
    messages.add(view, message instanceof Transfer, tools.scratch().take());
    writeSoon();
  }

  void ready() {
    ready = true;
    writeSoon();
  }

  /** The store is a member, and has an address. */
  void meet(Member peer) {
    boolean known = member != null;
    member = peer;
    if (!known && connection == null) {
      dialler.start(address(), dials() ? Duration.ZERO : GRACE);
    }
  }

  /** The store is no member any more: it hears what was said, and is heard no more. */
  void leave() {
    left = true;
    dialler.stop();
    closeWhenSettled(tools.reactor().deadlines().now() + PATIENCE.toNanos());
  }

  /** Ends the connection at once. */
  void close() {
    left = true;
    dialler.stop();
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  private void closeWhenSettled(long end) {
    Deadlines deadlines = tools.reactor().deadlines();
    if (connection == null || messages.isSettled() || deadlines.now() - end >= 0) {
      close();
    } else {
      deadlines.after(LOOK, () -> closeWhenSettled(end));
    }
  }

  /** Decides about a connection that the peer makes; a welcome ends the last one. */
  Verdict judge(Hello hello) {
    if (process != 0 && process != hello.incarnation()) {
      return Verdict.OTHER_PROCESS;
    }
    if (hello.attempt() <= lastAttempt) {
      return Verdict.OUTDATED;
    }
    process = hello.incarnation();
    lastAttempt = hello.attempt();
    if (connection != null) {
      connection.close();
      onBroken();
      redial(GRACE);
    }
    return Verdict.WELCOME;
  }

  /** The last message of the peer that has arrived. */
  long received() {
    return messages.received();
  }

  /** The connection of a peer that was welcome. */
  void attach(SelectionKey key, long peerHas) throws MalformedFrameException {
    messages.resume(peerHas);
    connection = new Connection(key, this, tools.reactor(), tools.codec(), tools.meter());
    dialler.onReached();
    connection.writeSoon();
  }

  @Override
  public Hello hello() {
    return dials()
        ? new Hello(
            tools.self(), slot, tools.incarnation(), ++attempts, process, messages.received())
        : null;
  }

  @Override
  public boolean onProved(SelectionKey key, Answer answer) throws IOException {
    if (answer.verdict() == Verdict.NOT_YET || answer.verdict() == Verdict.OUTDATED) {
      return false;
    }
    if (answer.slot() != slot) {
      throw new HandshakeException("is not there, but store %d is".formatted(answer.slot()));
    }
    if (answer.verdict() == Verdict.LEFT) {
      tools.reachability().onExpelled(slot);
      throw new HandshakeException(
          "says that store %d has left: it was taken for dead; start it again, and it joins as a new store"
              .formatted(tools.self()));
    }
    if (answer.verdict() != Verdict.WELCOME || (process != 0 && process != answer.incarnation())) {
      throw new HandshakeException(
          "or this store is another process than before: a store that starts again joins as a new"
              + " one");
    }
    process = answer.incarnation();
    attach(key, answer.received());
    return true;
  }

  @Override
  public void onUnreachable() {
    tools.reachability().onUnreachable(slot);
  }

  @Override
  public void onPeerError(String what) {
    String text = "%s %s".formatted(member == null ? "store " + slot : member, what);
    if (!text.equals(lastError)) {
      lastError = text;
      tools.reachability().onPeerError(slot, text);
    }
  }

  @Override
  public OrderedMessages messages() {
    return messages;
  }

  @Override
  public void onMessage(long view, Message message) {
    if (left) {
      return;
    }
    tools.arrivals().onMessage(slot, view, message);
  }

  @Override
  public MemorySegment target(long stream, long length) throws MalformedFrameException {
    try {
      return left ? null : tools.arrivals().streams().target(stream, length);
    } catch (IndexOutOfBoundsException e) {
      throw new MalformedFrameException(
          "sent more bytes in stream %d than its object has".formatted(stream));
    }
  }

  @Override
  public void onBytes(long stream, long length) {
    if (left) {
      return;
    }
    tools.arrivals().onBytes(stream, length);
  }

  @Override
  public Outgoing nextChunk() {
    if (!ready || left) {
      return null;
    }
    ready = false;
    Outgoing next = tools.arrivals().streams().next(slot);
    ready |= next != null;
    return next;
  }

  @Override
  public void onSent(Outgoing chunk) {
    tools.arrivals().streams().onSent(chunk);
  }

  @Override
  public void onEnd(Connection ended, IOException reason) {
    if (ended != connection) {
      return;
    }
    boolean malformed = reason instanceof MalformedFrameException;
    onBroken();
    if (malformed) {
      onPeerError(
          reason.getMessage()
              + "; the connection is made anew; if this repeats, start that store again");
    }
    if (ended.isUseful() && !malformed) {
      dialler.onUseful();
      redial(Duration.ZERO);
    } else {
      redial(dialler.pause());
    }
  }

  private void onBroken() {
    connection = null;
    ready = false;
    messages.onBroken();
    if (!left) {
      tools.arrivals().onBroken(slot);
    }
  }

  private void redial(Duration delay) {
    if (member != null && connection == null && !left) {
      dialler.start(address(), delay);
    }
  }

  private void writeSoon() {
    if (connection != null) {
      connection.writeSoon();
    }
  }

  private boolean dials() {
    return tools.self() > slot;
  }

  private InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(member.host(), member.port());
  }
}
