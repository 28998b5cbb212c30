package io.starling.bench.laboratory.study.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.store.Store;
import io.starling.objects.store.StoreOptions;
import io.starling.runtime.StarlingException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Hosts with a store and a program each, in virtual time. What a program does after a put, a get or
 * a reduce is an action, which runs as an event of its own. What the program of a dead host would
 * do is not done.
 */
final class Hosts {

  /** The paper's network: 10 Gbit/s; 25 us are usual for TCP in a data centre. */
  static final LinkFigures LINKS = LinkFigures.gigabits(10);

  private static final double NANOSECONDS = 1e9;

  /** Until all stores know what the others have. */
  private static final long BEGINNING = 10_000_000;

  private static final long DAY = 86_400_000_000_000L;
  private static final long MEMORY = 1L << 42;

  private final SimulatedCluster cluster;
  private byte[] value = {};

  /** This many hosts that have nothing to do yet. */
  Hosts(int count, long seed) {
    cluster = new SimulatedCluster(count, LINKS, new StoreOptions(MEMORY), false, seed);
    cluster.time().runUntil(BEGINNING);
  }

  /** A time in nanoseconds as seconds. */
  static double seconds(long nanoseconds) {
    return nanoseconds / NANOSECONDS;
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /**
   * A host dies now, and another one joins in its place.
   *
   * @param lasts the nanoseconds until that
   * @param noticed runs when the stores know of the death, and the other programs too
   * @param returned takes the host that joined
   */
  void fail(int host, long lasts, Runnable noticed, IntConsumer returned) {
    cluster.kill(host);
    after(LINKS.detection().toNanos(), noticed);
    after(lasts, () -> returned.accept(cluster.join()));
  }

  /** Nanoseconds since some moment. */
  long now() {
    return cluster.time().now();
  }

  /** Runs an action later. */
  void after(long nanoseconds, Runnable action) {
    cluster.time().after(nanoseconds, action);
  }

  /** Runs an action at the end of a message from one program to another, beside the stores. */
  void tell(Runnable action) {
    after(LINKS.latency(), action);
  }

  /** Puts a whole object, which is written in no time. */
  void put(int host, ObjectId id, long bytes, Runnable done) {
    if (!cluster.isAlive(host)) {
      return;
    }
    Store store = cluster.store(host);
    if (bytes < Store.SMALL) {
      if (value.length != bytes) {
        value = new byte[Math.toIntExact(bytes)];
      }
      store.putValue(id, ObjectType.FLOAT32, value, new Writing(host, bytes, done));
    } else {
      Writing writing = new Writing(host, bytes, done);
      writing.put = store.create(id, ObjectType.FLOAT32, bytes, writing);
    }
  }

  /** Gets an object, and lets it go when it is complete. */
  void get(int host, ObjectId id, Runnable done) {
    get(host, id, _ -> {}, done);
  }

  /** The same; the copy is shown each time that it has changed. */
  void get(int host, ObjectId id, Consumer<Copy> progress, Runnable done) {
    if (cluster.isAlive(host)) {
      Reading reading = new Reading(host, progress, done);
      reading.get = cluster.store(host).get(id, reading);
    }
  }

  /**
   * Sums up the first sources that come.
   *
   * @param done takes those that the result has
   */
  void reduce(
      int host, ObjectId target, List<ObjectId> sources, int count, Consumer<List<ObjectId>> done) {
    cluster
        .store(host)
        .reduce(
            target,
            sources,
            count,
            "sum",
            answer -> {
              FromPrimary.Reduced reduced = (FromPrimary.Reduced) answer;
              require(reduced.failure().isEmpty(), reduced.failure());
              on(host, () -> done.accept(reduced.members()));
            });
  }

  /** Runs the hosts until something is true. */
  void run(BooleanSupplier over) {
    long end = now() + DAY;
    while (!over.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new CancellationException();
      }
      require(cluster.time().step() && now() < end, "the programs wait for each other");
    }
  }

  private void on(int host, Runnable action) {
    after(
        0,
        () -> {
          if (cluster.isAlive(host)) {
            action.run();
          }
        });
  }

  private static void require(boolean right, String otherwise) {
    if (!right) {
      throw new IllegalStateException(otherwise);
    }
  }

  private static StarlingException unexpected(StarlingException reason) {
    throw new IllegalStateException(reason);
  }

  private final class Writing implements PutListener {
    private final int host;
    private final long bytes;
    private final Runnable done;
    private Put put;

    private Writing(int host, long bytes, Runnable done) {
      this.host = host;
      this.bytes = bytes;
      this.done = done;
    }

    @Override
    public void onWritable(Copy copy) {
      on(
          host,
          () -> {
            cluster.store(host).write(put, bytes);
            cluster.store(host).seal(put);
          });
    }

    @Override
    public void onDone(boolean created) {
      require(created, "an object was put twice");
      on(host, done);
    }

    @Override
    public void onFailed(StarlingException reason) {
      throw unexpected(reason);
    }
  }

  private final class Reading implements GetListener {
    private final int host;
    private final Consumer<Copy> progress;
    private final Runnable done;
    private Get get;
    private boolean over;

    private Reading(int host, Consumer<Copy> progress, Runnable done) {
      this.host = host;
      this.progress = progress;
      this.done = done;
    }

    @Override
    public void onValue(ObjectType type, byte[] bytes) {
      end();
    }

    @Override
    public void onProgress(Copy copy) {
      progress.accept(copy);
      if (copy.isComplete()) {
        end();
      }
    }

    private void end() {
      if (!over) {
        over = true;
        on(
            host,
            () -> {
              cluster.store(host).close(get);
              done.run();
            });
      }
    }

    @Override
    public void onFailed(StarlingException reason) {
      throw unexpected(reason);
    }
  }
}
