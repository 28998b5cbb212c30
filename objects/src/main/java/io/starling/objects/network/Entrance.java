package io.starling.objects.network;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where peers connect. The number and the time of those in the handshake are bounded: the oldest
 * one goes for a new one.
 */
final class Entrance implements Reactor.Handler {

  /** How long nothing is accepted when the process has no more sockets. */
  private static final Duration REST = Duration.ofMillis(100);

  private final Reactor reactor;
  private final Supplier<Handshake> handshakes;
  private final NetworkOptions options;
  private final Admission admission;
  private final Set<Greeting> unproved = new LinkedHashSet<>();
  private final ServerSocketChannel server;
  private final SelectionKey key;
  private boolean sweeps;

  /**
   * @param address where to listen; port 0 takes any
   * @throws StarlingException if that is not possible
   */
  Entrance(
      InetSocketAddress address,
      Reactor reactor,
      Supplier<Handshake> handshakes,
      NetworkOptions options,
      Admission admission) {
    this.reactor = reactor;
    this.handshakes = handshakes;
    this.options = options;
    this.admission = admission;
    try {
      server = Channels.listen(ServerSocketChannel.open(), address, options.unproved());
      key = reactor.register(server, SelectionKey.OP_ACCEPT, this);
    } catch (IOException e) {
      throw new StarlingException(
          "a store can't listen at %s (%s); is another one there?"
              .formatted(address, e.getMessage()),
          e);
    }
  }

  int port() {
    return server.socket().getLocalPort();
  }

  @Override
  public void onReady() {
    try {
      SocketChannel channel = server.accept();
      while (channel != null) {
        greet(channel);
        channel = server.accept();
      }
    } catch (IOException e) {
      key.interestOps(0);
      reactor.deadlines().after(REST, this::acceptAgain);
    }
  }

  /** The handshake of a peer is over. */
  void forget(Greeting greeting) {
    unproved.remove(greeting);
  }

  @Override
  public void close() {
    Channels.close(server);
  }

  private void greet(SocketChannel channel) {
    Greeting greeting =
        new Greeting(channel, handshakes.get(), this, admission, reactor.deadlines().now());
    unproved.add(greeting);
    greeting.start(reactor);
    if (unproved.size() > options.unproved()) {
      unproved.iterator().next().close();
    }
    sweepLater();
  }

  private void acceptAgain() {
    if (key.isValid()) {
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  private void sweepLater() {
    if (!sweeps && !unproved.isEmpty()) {
      sweeps = true;
      long age = reactor.deadlines().now() - unproved.iterator().next().began();
      reactor.deadlines().after(options.handshake().minusNanos(age), this::sweep);
    }
  }

  private void sweep() {
    sweeps = false;
    long now = reactor.deadlines().now();
    Iterator<Greeting> oldest = Set.copyOf(unproved).iterator();
    while (oldest.hasNext()) {
      Greeting greeting = oldest.next();
      if (now - greeting.began() >= options.handshake().toNanos()) {
        greeting.close();
      }
    }
    sweepLater();
  }
}
