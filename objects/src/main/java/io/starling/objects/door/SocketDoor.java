package io.starling.objects.door;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.store.Store;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;

/**
 * Where programs of this host connect: a socket of the file system.
 *
 * <p>A program of another user is refused, whatever it knows; so is one that does not prove the
 * secret. All methods are called by the thread of the store.
 */
public final class SocketDoor implements Reactor.Handler {

  /** How long nothing is accepted when the process has no more sockets. */
  private static final Duration REST = Duration.ofMillis(100);

  /** How many programs may wait until they are accepted; 0 takes what is usual. */
  private static final int BACKLOG = 0;

  private final Path path;
  private final Store store;
  private final Reactor reactor;
  private final byte[] secret;
  private final Consumer<String> notes;
  private final String owner;
  private final ServerSocketChannel server;
  private final SelectionKey key;
  private final Set<SocketSession> sessions = new HashSet<>();
  private final DoorFrames frames = new DoorFrames(ToClient.class);
  private final DoorFrames questions = new DoorFrames(ToStore.class);

  /**
   * @param path of the socket, in a folder of this user alone
   * @param notes hears of programs that were refused
   * @throws StarlingException if it can't listen there
   */
  public SocketDoor(
      Path path, Store store, Reactor reactor, byte[] secret, Consumer<String> notes) {
    this.path = path;
    this.store = store;
    this.reactor = reactor;
    this.secret = secret;
    this.notes = notes;
    try {
      server =
          Channels.listen(
              ServerSocketChannel.open(StandardProtocolFamily.UNIX),
              UnixDomainSocketAddress.of(path),
              BACKLOG);
      owner = Files.getOwner(path).getName();
      key = reactor.register(server, SelectionKey.OP_ACCEPT, this);
    } catch (IOException e) {
      throw new StarlingException(
          "a store can't listen for programs at %s (%s)".formatted(path, e.getMessage()), e);
    }
    store.countClients(sessions::size);
  }

  @Override
  public void onReady() {
    try {
      for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
        greet(channel);
      }
    } catch (IOException e) {
      notes.accept("a program could not connect: " + e.getMessage());
      key.interestOps(0);
      reactor.deadlines().after(REST, this::acceptAgain);
    }
  }

  private void acceptAgain() {
    if (key.isValid()) {
      key.interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  private void greet(SocketChannel channel) {
    try {
      String user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
      if (user.equals(owner)) {
        SocketSession session = new SocketSession(channel, this);
        session.start(new DoorHandshake(secret));
        sessions.add(session);
        return;
      }
      notes.accept(
          "a program of user %s was refused: the store belongs to %s".formatted(user, owner));
    } catch (IOException e) {
      notes.accept("a program could not connect: " + e.getMessage());
    }
    Channels.close(channel);
  }

  Store store() {
    return store;
  }

  Reactor reactor() {
    return reactor;
  }

  /** Encodes what goes to programs. */
  DoorFrames frames() {
    return frames;
  }

  /** Decodes what comes from programs. */
  DoorFrames questions() {
    return questions;
  }

  /** A program has ended, or broke the rules. */
  void forget(SocketSession session, String fault) {
    sessions.remove(session);
    if (!fault.isEmpty()) {
      notes.accept("a program " + fault + "; its connection was closed");
    }
  }

  /** Ends all connections; programs hear that the store is lost. */
  @Override
  public void close() {
    Channels.close(server);
    List.copyOf(sessions).forEach(SocketSession::close);
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      notes.accept("the socket %s can't be removed: %s".formatted(path, e.getMessage()));
    }
  }
}
