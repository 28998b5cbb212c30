package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameChannel;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The only thread of a store. It accepts, reads and answers, and drops clients that break the
 * protocol. No client can make it wait.
 */
final class StoreLoop implements Runnable {

  /**
   * The connections, beyond the expected ones, that may be open while their clients prove
   * themselves.
   */
  static final int UNAUTHENTICATED = 64;

  private final Selector selector;
  private final List<ServerSocketChannel> listeners;
  private final StoreRelay relay;
  private final UnauthenticatedConnections unauthenticated;
  private final Listening listening = new Listening();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger rejected = new AtomicInteger();
  private volatile boolean stopped;
  private volatile int open;
  private long now = System.nanoTime();

  StoreLoop(Selector selector, List<ServerSocketChannel> listeners, StoreRelay relay, int places)
      throws IOException {
    this.selector = selector;
    this.listeners = listeners;
    this.relay = relay;
    unauthenticated = new UnauthenticatedConnections(places);
    for (ServerSocketChannel listener : listeners) {
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
    }
  }

  /** The socket on which a store listens. */
  static ServerSocketChannel listen(InetAddress address, int port, int backlog) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      return listener.bind(new InetSocketAddress(address, port), backlog + UNAUTHENTICATED);
    } catch (IOException e) {
      listener.close();
      throw new IOException(
          "can't listen on %s port %d: %s".formatted(address, port, e.getMessage()), e);
    }
  }

  /** What joins there must know. */
  static JobFile describe(ServerSocketChannel listener, byte[] secret) throws IOException {
    InetSocketAddress address = (InetSocketAddress) listener.getLocalAddress();
    return new JobFile(
        address.getAddress().getHostAddress(), address.getPort(), HexFormat.of().formatHex(secret));
  }

  /** Runs an action on the store's thread, soon. */
  void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  /** Computes a value on the store's thread, while it runs. */
  int ask(IntSupplier question) {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    submit(() -> answer.complete(question.getAsInt()));
    return answer.join();
  }

  /** The number of connections and listeners that were open at the end of the last turn. */
  int open() {
    return open;
  }

  int rejected() {
    return rejected.get();
  }

  /** Sets how many clients may be in the handshake at once. For the store's thread. */
  void allowUnauthenticated(int places) {
    unauthenticated.allow(places);
  }

  /** Makes {@link #run} close all connections and return; no client is accepted from now on. */
  void stop() throws IOException {
    stopped = true;
    for (ServerSocketChannel listener : listeners) {
      listener.close();
    }
    selector.wakeup();
  }

  @Override
  public void run() {
    try {
      relay.begin();
      while (!stopped) {
        selector.select(listening.patienceMilliseconds(relay.patienceMilliseconds()));
        now = System.nanoTime();
        listening.look(now);
        runTasks();
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
          serve(ready.next());
          ready.remove();
        }
        for (var late = unauthenticated.overdue(now);
            late != null;
            late = unauthenticated.overdue(now)) {
          drop(late, "it has not proved itself in time");
        }
        relay.look(now, this::drop);
        open = selector.keys().size();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the bootstrap store has failed", e);
    } finally {
      closeAll();
    }
  }

  private void closeAll() {
    try {
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException e) {
      // Everything is closed.
    }
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void serve(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (key.channel() instanceof ServerSocketChannel listener) {
      accept(key, listener);
      return;
    }
    StoreConnection connection = (StoreConnection) key.attachment();
    if (key.isWritable()) {
      connection.flush();
    }
    if (key.isValid() && key.isReadable()) {
      read(connection);
    }
  }

  private void accept(SelectionKey key, ServerSocketChannel listener) {
    SocketChannel socket;
    try {
      socket = listener.accept();
    } catch (IOException e) {
      listening.pause(key, now);
      return;
    }
    if (socket != null) {
      welcome(socket);
    }
  }

  private void welcome(SocketChannel socket) {
    try {
      FrameChannel channel = new FrameChannel(socket);
      StoreConnection connection = StoreConnection.register(channel, selector, now);
      StoreConnection crowdedOut = unauthenticated.add(connection);
      if (crowdedOut != null) {
        drop(crowdedOut, "newer clients needed its place");
      }
      connection.offer(new Frame(FrameType.CHALLENGE, 0, "", connection.challenge()));
    } catch (IOException e) {
      // The client left while it was being accepted.
      closeQuietly(socket);
    }
  }

  private static void closeQuietly(SocketChannel socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The connection is closed anyway.
    }
  }

  private void read(StoreConnection connection) {
    try {
      boolean open = connection.fill(now);
      for (Frame frame = connection.next(); frame != null; frame = connection.next()) {
        if (connection.peer() != null) {
          relay.receive(frame, connection);
        } else if (!meet(frame, connection)) {
          open = false;
          break;
        }
      }
      if (!open) {
        drop(connection, "its connection has ended");
      }
    } catch (IOException e) {
      drop(connection, e.getMessage());
    }
  }

  private boolean meet(Frame hello, StoreConnection connection) throws IOException {
    boolean admitted = relay.meet(hello, connection);
    unauthenticated.remove(connection);
    return admitted;
  }

  private void drop(StoreConnection connection, String reason) {
    if (unauthenticated.remove(connection)) {
      rejected.incrementAndGet();
    } else {
      relay.left(connection, reason);
    }
    connection.close();
  }
}
