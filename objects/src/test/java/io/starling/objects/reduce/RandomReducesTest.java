package io.starling.objects.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import io.starling.objects.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reduces of sources that come at random times, from stores that die and join, by seed. Each source
 * is 4^i: the digits of the result say which sources it has, and how often.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RandomReducesTest {

  private static final int RUNS = Integer.getInteger("objects.runs", 300);
  private static final long FIRST_SEED = Long.getLong("objects.seed", 1);
  private static final LinkFigures LINKS =
      new LinkFigures(1.25, 20_000, 60_000, Duration.ofMillis(1));
  private static final int[] COUNTS = {50, 9_000, 40_000};

  private record Written(int slot, int source, Writing writing) {}

  private record Read(int slot, Reading reading) {}

  private final List<Written> written = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final Map<Integer, Integer> puts = new HashMap<>();
  private final ObjectId target = ObjectId.of("sum");
  private Random random;
  private SimulatedCluster cluster;
  private List<ObjectId> sources;
  private int count;
  private long killAgainAt;

  static List<Long> seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + RUNS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_result_has_each_member_once(long seed) {
    random = new Random(seed);
    int stores = 2 + random.nextInt(6);
    cluster = new SimulatedCluster(stores, LINKS, new StoreOptions(64 << 20), true, seed);
    int candidates = 1 + random.nextInt(10);
    sources = IntStream.range(0, candidates).mapToObj(i -> ObjectId.of("source " + i)).toList();
    int needed = 1 + random.nextInt(candidates);
    count = COUNTS[random.nextInt(COUNTS.length)];
    int client = 0; // It and its store survive, as who asks has to.
    Reducing reducing = on(client).reduce(target, sources, needed, "sum");
    read(client);
    List<Integer> order = new ArrayList<>(IntStream.range(0, candidates).boxed().toList());
    Collections.shuffle(order, random);
    for (int source : order) {
      put(source);
      disturb();
      run(random.nextLong(400_000));
      disturb();
    }
    settle(reducing);
    check(reducing, needed);
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

  private void read(int slot) {
    reads.add(new Read(slot, on(slot).get(target)));
  }

  private void put(int source) {
    int slot = anyStore();
    puts.merge(source, 1, Integer::sum);
    long value = 1L << (2 * source);
    if (count * 8 >= 65536 && random.nextInt(3) == 0) {
      Writing writing = on(slot).createLongs(sources.get(source), count, value);
      writing.write(8L * (1 + random.nextInt(count)));
      written.add(new Written(slot, source, writing));
    } else {
      written.add(new Written(slot, source, on(slot).putLongs(sources.get(source), count, value)));
    }
  }

  private void disturb() {
    switch (random.nextInt(10)) {
      case 0 -> {
        int slot = anyStore();
        // Records outlive one death at a time.
        if (slot != 0 && cluster.isSettled() && cluster.time().now() > killAgainAt) {
          cluster.kill(slot);
          killAgainAt = cluster.time().now() + 2 * LINKS.detection().toNanos();
        }
      }
      case 1 -> read(anyStore());
      case 2 -> {
        if (cluster.isSettled() && cluster.alive().size() < 8) {
          cluster.join();
        }
      }
      case 3 -> finish(random.nextInt(3) == 0);
      default -> {}
    }
  }

  private void finish(boolean abort) {
    for (Written half : List.copyOf(written)) {
      if (cluster.isAlive(half.slot()) && half.writing().isOpen()) {
        if (abort) {
          half.writing().abort();
        } else {
          half.writing().writeRest();
          half.writing().seal();
        }
        return;
      }
    }
  }

  /** Every source is written to its end, or again. */
  private void settle(Reducing reducing) {
    for (int round = 0; round < 4 && !reducing.isOver(); round++) {
      run(30_000_000);
      for (Written half : written) {
        if (cluster.isAlive(half.slot()) && half.writing().isOpen()) {
          half.writing().writeRest();
          half.writing().seal();
        }
      }
      run(30_000_000);
      for (int source = 0; source < sources.size() && !reducing.isOver(); source++) {
        on(0).putLongs(sources.get(source), count, 1L << (2 * source));
      }
    }
    run(200_000_000);
  }

  private void check(Reducing reducing, int needed) {
    assertThat(reducing.isOver()).as("pending: %s", cluster.store(0).pending()).isTrue();
    assertThat(reducing.answer().failure()).isEmpty();
    assertThat(reducing.answer().members()).hasSize(needed).doesNotHaveDuplicates();
    assertThat(sources).containsAll(reducing.answer().members());
    long sum =
        reducing.answer().members().stream().mapToLong(id -> 1L << (2 * sources.indexOf(id))).sum();
    for (Read read : reads) {
      if (cluster.isAlive(read.slot()) && read.reading().isOver()) {
        read.reading().checkLongs(sum);
      }
    }
    for (int slot : cluster.alive()) {
      assertThat(cluster.store(slot).accumulators()).as("accumulators of store %d", slot).isEmpty();
    }
  }
}
