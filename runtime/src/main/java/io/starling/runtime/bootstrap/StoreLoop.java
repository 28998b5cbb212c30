package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The one thread of the store: it accepts, reads, answers, and drops who breaks the protocol. No
 * client can make it wait.
 */
final class StoreLoop implements Runnable {

  private static final long LOOK_FOR_OVERDUE_MILLISECONDS = 1000;

  private final Selector selector;
  private final ServerSocketChannel listener;
  private final StoreMembers members;
  private final int places;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final List<StoreConnection> connections = new ArrayList<>();
  private final AtomicInteger rejected = new AtomicInteger();

  StoreLoop(ServerSocketChannel listener, StoreMembers members, int places) throws IOException {
    this.listener = listener;
    this.members = members;
    this.places = places;
    selector = Selector.open();
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Runs something on the store's thread, soon. */
  void submit(Runnable task) {
    tasks.add(task);
    selector.wakeup();
  }

  int rejected() {
    return rejected.get();
  }

  /** Makes {@link #run} return after it has closed all connections. */
  void stop() throws IOException {
    listener.close();
    selector.wakeup();
  }

  @Override
  public void run() {
    try (selector) {
      while (listener.isOpen()) {
        selector.select(LOOK_FOR_OVERDUE_MILLISECONDS);
        runTasks();
        Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
        while (ready.hasNext()) {
          serve(ready.next());
          ready.remove();
        }
        dropOverdue();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the bootstrap store has failed", e);
    } finally {
      connections.forEach(StoreConnection::close);
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
    if (key.isAcceptable()) {
      accept();
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

  private void accept() {
    try {
      SocketChannel socket = listener.accept();
      if (socket == null) {
        return;
      }
      if (connections.size() >= places) {
        rejected.incrementAndGet();
        socket.close();
        return;
      }
      FrameChannel channel = new FrameChannel(socket);
      SelectionKey key = socket.register(selector, SelectionKey.OP_READ);
      StoreConnection connection = new StoreConnection(channel, key);
      key.attach(connection);
      connections.add(connection);
    } catch (IOException e) {
      // The store was closed, or the client left while it was being accepted.
    }
  }

  private void read(StoreConnection connection) {
    try {
      boolean open = connection.fill();
      for (Frame frame = connection.next(); frame != null; frame = connection.next()) {
        if (!members.receive(frame, connection)) {
          open = false;
        }
      }
      if (!open) {
        drop(connection);
      }
    } catch (IOException e) {
      drop(connection);
    }
  }

  private void drop(StoreConnection connection) {
    connections.remove(connection);
    if (connection.peer() == null) {
      rejected.incrementAndGet();
    } else {
      members.left(connection);
    }
    connection.close();
  }

  private void dropOverdue() {
    long now = System.nanoTime();
    for (StoreConnection connection : List.copyOf(connections)) {
      if (connection.isOverdue(now)) {
        drop(connection);
      }
    }
  }
}
