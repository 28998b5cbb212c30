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
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writers of sources give up, and stores die. Where enough whole sources are left, the reduce ends,
 * though no source that was given up is put again.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AbandonedSourcesTest {

  private static final int RUNS = Integer.getInteger("objects.runs", 300);
  private static final long FIRST_SEED = Long.getLong("objects.seed", 1);
  private static final int[] COUNTS = {50, 20_000, 60_000};
  private static final long SECOND = 1_000_000_000;

  private Random random;
  private SimulatedCluster cluster;
  private List<ObjectId> sources;
  private int count;

  /** How many sources may be given up. */
  private int spare;

  static List<Long> seeds() {
    return LongStream.range(FIRST_SEED, FIRST_SEED + RUNS).boxed().toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void enough_whole_sources_end_a_reduce(long seed) {
    random = new Random(seed);
    int stores = 3 + random.nextInt(4);
    cluster =
        new SimulatedCluster(
            stores, LinkFigures.gigabits(10), new StoreOptions(64 << 20), true, seed);
    int all = 3 + random.nextInt(5);
    int needed = 1 + random.nextInt(all - 1);
    spare = all - needed;
    count = COUNTS[random.nextInt(COUNTS.length)];
    sources = IntStream.range(0, all).mapToObj(i -> ObjectId.of("source " + i)).toList();
    ObjectId target = ObjectId.of("sum");
    on(0).reduce(target, sources, needed, "sum");
    Reading reading = on(0).get(target);
    int dies = random.nextInt(2 * all);
    for (int source = 0; source < all; source++) {
      put(source);
      if (source == dies) {
        kill(1 + random.nextInt(stores - 1), source);
      }
    }
    Reducing reducing = on(0).reduce(target, sources, needed, "sum"); // The first may be lost.
    Program.awaitFor(cluster, SECOND, () -> reducing.isOver() && reading.isOver());
    assertThat(reducing.answer().failure()).isEmpty();
    assertThat(reducing.answer().members()).hasSize(needed).doesNotHaveDuplicates();
    reading.checkLongs(
        reducing.answer().members().stream().mapToLong(id -> value(sources.indexOf(id))).sum());
  }

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  private static long value(int source) {
    return 1L << (2 * source);
  }

  private void pass(long nanoseconds) {
    cluster.time().runUntil(cluster.time().now() + nanoseconds);
  }

  private void put(int source) {
    List<Integer> alive = cluster.alive();
    int slot = alive.get(random.nextInt(alive.size()));
    boolean large = count > 8192;
    if (large && spare > 0 && random.nextInt(3) == 0) {
      spare--;
      Writing writing = on(slot).createLongs(sources.get(source), count, value(source));
      writing.write(8L * (1 + random.nextInt(count - 1)));
      pass(random.nextLong(400_000));
      writing.abort();
    } else {
      on(slot).putLongs(sources.get(source), count, value(source));
    }
    pass(random.nextLong(400_000));
  }

  /** What it had is put again; what was given up counts as a source then. */
  private void kill(int slot, int lastSource) {
    cluster.kill(slot);
    pass(SECOND / 3);
    IntStream.rangeClosed(0, lastSource)
        .forEach(source -> on(0).putLongs(sources.get(source), count, value(source)));
  }
}
