package io.starling.bench.objects.measure;

import static io.starling.bench.objects.measure.LineSocket.ascii;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A NATS server on the host of rank 0: a message there and one back. It keeps nothing, so only the
 * round trip compares.
 *
 * <pre>
 *   rank 0   PUB there ............ MSG back        rank 1   MSG there, PUB back
 * </pre>
 */
final class NatsPeer implements Peer {

  /** max_payload, as the server sets it by default. */
  private static final long LARGEST = 1 << 20;

  private static final int ROOM = 2 << 20;

  private final Scene scene;
  private final ServerProcess server;
  private final LineSocket socket;

  private NatsPeer(Scene scene, ServerProcess server) throws IOException {
    this.scene = scene;
    this.server = server;
    socket = new LineSocket(server.connect(), ROOM);
  }

  static NatsPeer open(Scene scene) throws IOException {
    ServerProcess server =
        ServerProcess.start(
            scene,
            port ->
                List.of(
                    "/usr/sbin/nats-server", "-a", scene.address(), "-p", Integer.toString(port)));
    NatsPeer peer = new NatsPeer(scene, server);
    peer.socket.line();
    peer.socket.write(
        ascii(
            "CONNECT {\"verbose\":false,\"pedantic\":false}\r\nSUB %s 1\r\nPING\r\n"
                .formatted(scene.rank() == 0 ? "back" : "there" + scene.rank())));
    while (!peer.socket.line().equals("PONG")) {
      // Others of its words are no answer.
    }
    scene.meeting().await();
    return peer;
  }

  private void publish(String subject, ByteBuffer data) throws IOException {
    socket.write(
        ascii("PUB %s %d\r\n".formatted(subject, data.remaining())),
        data.duplicate(),
        ascii("\r\n"));
  }

  /** Waits for a message. */
  private void take() throws IOException {
    String line = socket.line();
    while (!line.startsWith("MSG ")) {
      if (line.equals("PING")) {
        socket.write(ascii("PONG\r\n"));
      } else if (line.startsWith("-ERR")) {
        throw new IOException("nats says: " + line);
      }
      line = socket.line();
    }
    int length = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)) + 2;
    for (int left = length; left > 0; ) {
      ByteBuffer input = socket.input();
      int part = Math.min(left, input.remaining());
      input.position(input.position() + part);
      left -= part;
    }
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch) {
    if (benchmark != ObjectsBenchmark.ROUNDTRIP || bytes > LARGEST) {
      return Optional.empty();
    }
    ByteBuffer data = ByteBuffer.allocateDirect((int) bytes);
    long[] times =
        stopwatch.measure(
            new Trial() {
              @Override
              public boolean meets() {
                return false;
              }

              @Override
              public long run(long iteration) {
                return roundTrip(data);
              }
            });
    return Figure.of(benchmark, PeerKind.NATS, "messages", scene, bytes, times);
  }

  private long roundTrip(ByteBuffer data) {
    try {
      long begin = System.nanoTime();
      if (scene.rank() == 0) {
        publish("there1", data);
        take();
        return System.nanoTime() - begin;
      }
      if (scene.rank() == 1) {
        take();
        publish("back", data);
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    server.close();
  }
}
