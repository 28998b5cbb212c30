package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that put, get and delete at random while stores die and join, by seed. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RandomRunsTest {

  private static final int RUNS = Integer.getInteger("objects.runs", 300);
  private static final long FIRST_SEED = Long.getLong("objects.seed", 1);
  private static final int OBJECTS = 6;
  private static final int STEPS = 60;
  private static final long KB = 1 << 10;
  private static final LinkFigures LINKS =
      new LinkFigures(1.25, 20_000, 60_000, Duration.ofMillis(1));

  /** One program: what it began, on the store of which it is a client. */
  private record Begun<T>(int slot, ObjectId id, T call) {}

  private final List<Begun<Writing>> writings = new ArrayList<>();
  private final List<Begun<Reading>> readings = new ArrayList<>();
  private final Set<ObjectId> deleted = new HashSet<>();
  private Random random;
  private SimulatedCluster cluster;

  static List<Long> seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + RUNS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void what_holds_after_each_event_holds(long seed) {
    random = new Random(seed);
    int stores = 1 + random.nextInt(5);
    cluster =
        new SimulatedCluster(
            stores, LINKS, new StoreOptions(2 << 20, Duration.ofMillis(50)), true, seed);
    Invariants invariants = new Invariants(cluster);
    for (int step = 0; step < STEPS; step++) {
      act();
      long until = cluster.time().now() + random.nextLong(300_000);
      cluster.time().at(until, () -> {});
      while (cluster.time().now() < until && cluster.time().step()) {
        invariants.check();
      }
    }
    settle();
    checkResults();
    readings.stream().filter(this::isHere).forEach(reading -> reading.call().close());
    long rest = cluster.time().now() + 30_000_000;
    cluster.time().runUntil(rest);
    invariants.checkAtRest();
  }

  private void act() {
    List<Integer> alive = cluster.alive();
    int slot = alive.get(random.nextInt(alive.size()));
    Program program = new Program(cluster, slot);
    ObjectId id = ObjectId.of("object " + random.nextInt(OBJECTS));
    if (cluster.store(slot).view() == null) {
      return; // It joins just now.
    }
    switch (random.nextInt(16)) {
      case 0, 1 -> begin(slot, program.put(id, size(id), seedOf(slot)));
      case 2, 3 -> {
        Writing writing = program.create(id, size(id), seedOf(slot));
        writing.write(1 + random.nextLong(writing.size()));
        begin(slot, writing);
      }
      case 4 -> begin(slot, program.putValue(id, new byte[] {1, 2}));
      case 5, 6, 7, 8, 9 -> readings.add(new Begun<>(slot, id, program.get(id)));
      case 10 -> finishOne();
      case 11 -> readings.stream().filter(this::isHere).findAny().ifPresent(this::close);
      case 12 -> {
        if (random.nextInt(4) == 0) {
          deleted.add(id);
          program.delete(id);
        }
      }
      case 13 -> {
        if (alive.size() > 1) {
          cluster.kill(slot);
        }
      }
      case 14 -> {
        if (alive.size() < 6 && cluster.isSettled()) {
          cluster.join();
        }
      }
      default -> {}
    }
  }

  private void begin(int slot, Writing writing) {
    writings.add(new Begun<>(slot, writing.id(), writing));
  }

  private void finishOne() {
    writings.stream()
        .filter(this::isHere)
        .filter(writing -> writing.call().isOpen())
        .findAny()
        .ifPresent(
            writing -> {
              if (random.nextInt(3) == 0) {
                writing.call().abort();
                writings.remove(writing);
              } else {
                writing.call().writeRest();
                writing.call().seal();
              }
            });
  }

  private void close(Begun<Reading> reading) {
    reading.call().close();
    readings.remove(reading);
  }

  private boolean isHere(Begun<?> begun) {
    return cluster.isAlive(begun.slot());
  }

  /** All writers end; what does not exist is put once more. */
  private void settle() {
    run(20_000_000);
    for (Begun<Writing> writing : List.copyOf(writings)) {
      if (isHere(writing) && writing.call().isOpen()) {
        writing.call().writeRest();
        writing.call().seal();
      }
    }
    run(100_000_000);
    int slot = cluster.alive().getFirst();
    for (int i = 0; i < OBJECTS; i++) {
      ObjectId id = ObjectId.of("object " + i);
      begin(slot, new Program(cluster, slot).putValue(id, new byte[] {3, 4}));
    }
    run(100_000_000);
  }

  private void run(long nanoseconds) {
    cluster.time().runUntil(cluster.time().now() + nanoseconds);
  }

  private void checkResults() {
    for (Begun<Writing> writing : writings) {
      if (isHere(writing)) {
        assertThat(writing.call().isOver())
            .as("put of %s at %d", writing.id(), writing.slot())
            .isTrue();
        if (writing.call().failure() instanceof ObjectDeletedException) {
          assertThat(deleted).contains(writing.id());
        }
      }
    }
    for (Begun<Reading> reading : readings) {
      if (isHere(reading)) {
        assertThat(reading.call().isOver())
            .as(
                "get of %s at %d: %s",
                reading.id(), reading.slot(), cluster.store(reading.slot()).pending())
            .isTrue();
        if (reading.call().failure() instanceof ObjectDeletedException) {
          assertThat(deleted).contains(reading.id());
        }
      }
    }
  }

  /** Objects of an id have one of two sizes, so that a new content may not fit the old copies. */
  private long size(ObjectId id) {
    return (64 + 64 * (id.low() & 3)) * KB * (1 + random.nextInt(2));
  }

  private byte seedOf(int slot) {
    return (byte) (slot * 31 + random.nextInt(30));
  }
}
