package io.starling.runtime.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The job's bootstrap store, in the launcher: a small map that every rank can write and read, a
 * fence, and a control connection to each rank. It listens on the loopback interface and talks only
 * to those who know the job's secret.
 *
 * <p>All methods may be called by any thread.
 */
public final class StoreServer implements AutoCloseable {

  private static final int SECRET_BYTES = 32;
  private static final int STRANGERS = 64;

  private final int size;
  private final byte[] secret;
  private final ServerSocket listener;
  private final StoreState state;
  private final Reports reports = new Reports();
  private final Map<Integer, StoreConnection> control = new ConcurrentHashMap<>();
  private final Map<Integer, StoreConnection> joined = new ConcurrentHashMap<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Semaphore places;
  private final AtomicInteger rejected = new AtomicInteger();

  private StoreServer(int size, byte[] secret, ServerSocket listener) {
    this.size = size;
    this.secret = secret;
    this.listener = listener;
    state = new StoreState(size);
    places = new Semaphore(Role.values().length * size + STRANGERS);
  }

  /**
   * Listens for the ranks of a new job with a new secret.
   *
   * @param size how many ranks the job has
   */
  public static StoreServer open(int size) throws IOException {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    int backlog = 2 * size + STRANGERS;
    var listener = new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    StoreServer server = new StoreServer(size, secret, listener);
    Thread.ofVirtual().name("starling-store").start(server::accept);
    return server;
  }

  /** What a rank must know to join. */
  public JobFile jobFile() {
    return new JobFile(
        listener.getInetAddress().getHostAddress(),
        listener.getLocalPort(),
        HexFormat.of().formatHex(secret));
  }

  /** How many connections were dropped because they did not prove that they know the secret. */
  public int rejectedConnections() {
    return rejected.get();
  }

  /**
   * Asks every rank to print its threads to stderr.
   *
   * @return the ranks that had done so in time
   */
  public Set<Integer> requestReports(Duration patience) throws InterruptedException {
    return reports.request(Map.copyOf(control), patience);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        if (places.tryAcquire()) {
          sockets.add(socket);
          Thread.ofVirtual().name("starling-store-reader").start(() -> serve(socket));
        } else {
          rejected.incrementAndGet();
          socket.close();
        }
      } catch (IOException e) {
        // Either the store was closed or a client left while it was being accepted.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        FrameConnection connection = new FrameConnection(socket)) {
      welcome(connection);
    } catch (IOException e) {
      // A client that ends or breaks the protocol loses its connection and nothing else happens.
    } finally {
      sockets.remove(socket);
      places.release();
    }
  }

  private void welcome(FrameConnection connection) throws IOException {
    Handshake.Peer peer;
    try {
      peer = Handshake.verify(connection, secret);
    } catch (IOException e) {
      rejected.incrementAndGet();
      throw e;
    }
    try (StoreConnection client = new StoreConnection(connection, peer)) {
      String objection = admit(client);
      if (objection != null) {
        connection.send(Frame.of(FrameType.REFUSED, peer.rank(), objection));
        return;
      }
      listen(client);
    }
  }

  /** Welcomes the client or says why not; welcome comes before any command to it. */
  private synchronized String admit(StoreConnection client) {
    int rank = client.rank();
    if (rank < 0 || rank >= size) {
      return "this job has the ranks 0 to " + (size - 1) + "; is STARLING_RANK set by hand?";
    }
    var known = client.role() == Role.CONTROL ? control : joined;
    if (known.containsKey(rank)) {
      return "rank " + rank + " has already joined this job; a rank joins once, from one process";
    }
    client.offer(Frame.of(FrameType.WELCOME, rank, ""));
    known.put(rank, client);
    return null;
  }

  private void listen(StoreConnection client) throws IOException {
    try {
      while (true) {
        obey(client.receive(), client);
      }
    } catch (EOFException e) {
      // The rank has closed its connection: the normal end.
    } finally {
      if (client.role() == Role.JOIN) {
        state.depart(client.rank());
      }
    }
  }

  private void obey(Frame frame, StoreConnection client) throws IOException {
    switch (frame.type()) {
      case PUT -> state.put(frame.name(), frame.value());
      case GET -> state.get(frame.name(), frame.number(), client::offer);
      case FENCE -> state.enterFence(frame.name(), client.rank(), client::offer);
      case REPORTED -> reports.arrived(frame.number(), client.rank());
      default -> throw new IOException("a client sent " + frame.type());
    }
  }

  /** Closes all connections: ranks that still live take this for the launcher's end. */
  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
