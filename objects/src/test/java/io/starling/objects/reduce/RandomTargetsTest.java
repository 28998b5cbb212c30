package io.starling.objects.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import io.starling.objects.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reduces to one target, puts and deletes of it and of the sources, and deaths of stores, at
 * random: all who want the target hear the same.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RandomTargetsTest {

  private static final int RUNS = Integer.getInteger("objects.runs", 300);
  private static final long FIRST_SEED = Long.getLong("objects.seed", 1);
  private static final LinkFigures LINKS =
      new LinkFigures(1.25, 20_000, 60_000, Duration.ofMillis(1));
  private static final int[] COUNTS = {50, 9_000, 40_000};
  private static final long PUT = 1L << 40;

  private record At<T>(int slot, T call) {}

  private final List<At<Reading>> reads = new ArrayList<>();
  private final List<At<Writing>> puts = new ArrayList<>();
  private final List<At<Reducing>> reduces = new ArrayList<>();
  private final ObjectId target = ObjectId.of("sum");
  private final List<ObjectId> sources =
      IntStream.range(0, 4).mapToObj(i -> ObjectId.of("source " + i)).toList();
  private Random random;
  private SimulatedCluster cluster;
  private int count;
  private boolean deleted;
  private long killAgainAt;

  static List<Long> seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + RUNS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void all_who_want_the_target_hear_the_same(long seed) {
    random = new Random(seed);
    cluster =
        new SimulatedCluster(3 + random.nextInt(4), LINKS, new StoreOptions(64 << 20), true, seed);
    count = COUNTS[random.nextInt(COUNTS.length)];
    for (int i = 0; i < 25; i++) {
      disturb();
      run(random.nextLong(300_000));
    }
    run(50_000_000);
    // One more of each; by now nothing else is under way.
    sources.forEach(source -> on(0).delete(source));
    reduce(0);
    run(300_000_000);
    read(0);
    run(50_000_000);
    check();
  }

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  private int anyStore() {
    List<Integer> alive =
        cluster.alive().stream().filter(slot -> cluster.store(slot).view() != null).toList();
    return alive.get(random.nextInt(alive.size()));
  }

  private void run(long nanoseconds) {
    cluster.time().runUntil(cluster.time().now() + nanoseconds);
  }

  private void disturb() {
    int slot = anyStore();
    int source = random.nextInt(sources.size());
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> read(slot);
      case 3, 4 -> reduce(slot);
      case 5 -> puts.add(new At<>(slot, on(slot).putLongs(target, count, PUT + slot)));
      case 6 -> on(slot).delete(sources.get(source));
      case 7 -> {
        if (random.nextInt(3) == 0) {
          deleted = true;
          on(slot).delete(target);
        }
      }
      case 8 -> {
        // Records outlive one death at a time.
        if (slot != 0 && cluster.isSettled() && cluster.time().now() > killAgainAt) {
          cluster.kill(slot);
          killAgainAt = cluster.time().now() + 2 * LINKS.detection().toNanos();
        }
      }
      case 9 -> {
        if (cluster.isSettled() && cluster.alive().size() < 7) {
          cluster.join();
        }
      }
      default -> on(slot).putLongs(sources.get(source), count, 1L << source);
    }
  }

  private void read(int slot) {
    reads.add(new At<>(slot, on(slot).get(target)));
  }

  private void reduce(int slot) {
    int needed = 1 + random.nextInt(sources.size());
    reduces.add(new At<>(slot, on(slot).reduce(target, sources, needed, "sum")));
  }

  private <T> List<T> ofTheLiving(List<At<T>> calls) {
    return calls.stream().filter(at -> cluster.isAlive(at.slot())).map(At::call).toList();
  }

  private void check() {
    List<Reducing> heard = ofTheLiving(reduces);
    assertThat(heard).as("pending: %s", cluster.store(0).pending()).allMatch(Reducing::isOver);
    assertThat(ofTheLiving(puts)).allMatch(Writing::isOver);
    List<List<ObjectId>> results =
        heard.stream()
            .filter(each -> each.answer().failure().isEmpty())
            .map(each -> each.answer().members())
            .distinct()
            .toList();
    assertThat(results.size() < 2 || isLost()).as("results of one target: %s", results).isTrue();
    long value = 0;
    for (Reading reading : ofTheLiving(reads)) {
      if (reading.doneAt() >= 0) {
        long read = reading.firstLong();
        reading.checkLongs(read);
        assertThat(value == 0 || value == read || isLost()).as("%x, then %x", value, read).isTrue();
        value = read;
      } else if (reading.failure() instanceof ObjectDeletedException) {
        assertThat(deleted).isTrue();
      } else if (reading.isOver()) {
        assertThat(reading.failure()).isInstanceOf(ReduceFailedException.class);
        assertThat(results.isEmpty() || isLost()).as("of a reduce that failed").isTrue();
      } else {
        assertThat(isLost()).as("waits: %s", results).isTrue();
      }
    }
    if (!results.isEmpty() && value != 0 && !isLost()) {
      long sum = results.getFirst().stream().mapToLong(id -> 1L << sources.indexOf(id)).sum();
      assertThat(value).isEqualTo(sum);
    }
    for (int slot : cluster.alive()) {
      assertThat(cluster.store(slot).accumulators()).as("accumulators of store %d", slot).isEmpty();
    }
  }

  /** A large object can be lost with the stores that have it, and then be made again. */
  private boolean isLost() {
    return count > 8_000 && killAgainAt > 0;
  }
}
