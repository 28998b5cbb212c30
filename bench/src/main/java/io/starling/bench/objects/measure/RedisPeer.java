package io.starling.bench.objects.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Redis on the host of rank 0, which keeps nothing on disk.
 *
 * <pre>
 *   put        rank 1: SET           get   rank 1: GET
 *   roundtrip  rank 0: RPUSH there ... BLPOP back         rank 1: BLPOP there, RPUSH back
 * </pre>
 */
final class RedisPeer implements Peer {

  /** proto-max-bulk-len. */
  private static final long LARGEST = 512L << 20;

  private final Scene scene;
  private final ServerProcess server;
  private final RedisClient client;

  private RedisPeer(Scene scene, ServerProcess server, RedisClient client) {
    this.scene = scene;
    this.server = server;
    this.client = client;
  }

  static RedisPeer open(Scene scene) throws IOException {
    ServerProcess server =
        ServerProcess.start(
            scene,
            port ->
                List.of(
                    "/usr/bin/redis-server",
                    "--bind",
                    scene.address(),
                    "--port",
                    Integer.toString(port),
                    "--protected-mode",
                    "no",
                    "--save",
                    "",
                    "--appendonly",
                    "no"));
    return new RedisPeer(scene, server, new RedisClient(server.connect()));
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch) {
    if (bytes > LARGEST) {
      return Optional.empty();
    }
    ByteBuffer data = ByteBuffer.allocateDirect((int) bytes);
    return switch (benchmark) {
      case PUT -> {
        Trial put = one(() -> client.call(data, "SET", "put"), false, data);
        yield figure(benchmark, "SET", bytes, stopwatch.measure(put));
      }
      case GET -> {
        Trial get = one(() -> client.call(null, "GET", "got"), true, data);
        yield figure(benchmark, "GET", bytes, stopwatch.measure(get));
      }
      case ROUNDTRIP -> figure(benchmark, "lists", bytes, stopwatch.measure(roundTrip(data)));
      default -> Optional.empty();
    };
  }

  private Optional<Figure> figure(
      ObjectsBenchmark benchmark, String way, long bytes, long[] times) {
    return Figure.of(benchmark, PeerKind.REDIS, way, scene, bytes, times);
  }

  /** A call of Redis. */
  private interface Action {
    ByteBuffer run() throws IOException;
  }

  private static void tried(Action action) {
    try {
      ByteBuffer _ = action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Trial one(Action action, boolean prepares, ByteBuffer data) {
    return new Trial() {
      @Override
      public void prepare(long iteration) {
        if (prepares && scene.rank() == 0) {
          tried(() -> client.call(data, "SET", "got"));
        }
      }

      @Override
      public long run(long iteration) {
        if (scene.rank() != 1) {
          return 0;
        }
        long begin = System.nanoTime();
        tried(action);
        return System.nanoTime() - begin;
      }
    };
  }

  private Trial roundTrip(ByteBuffer data) {
    return new Trial() {
      @Override
      public boolean meets() {
        return false;
      }

      @Override
      public long run(long iteration) {
        long begin = System.nanoTime();
        if (scene.rank() == 0) {
          tried(() -> client.call(data, "RPUSH", "there"));
          tried(() -> client.call(null, "BLPOP", "back", "0"));
          return System.nanoTime() - begin;
        }
        if (scene.rank() == 1) {
          tried(() -> client.call(null, "BLPOP", "there", "0"));
          tried(() -> client.call(data, "RPUSH", "back"));
        }
        return 0;
      }
    };
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
  }
}
