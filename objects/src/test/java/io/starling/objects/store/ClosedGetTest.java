package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Asking;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A get is closed and begins again while its source is on its way, so the source of the first get
 * reaches the second.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ClosedGetTest {

  private static final int STORES = 5;
  private static final byte SEED = 7;
  private static final LinkFigures LINKS =
      new LinkFigures(1.25, 20_000, 60_000, Duration.ofMillis(1));

  private final ObjectId id = ObjectId.of("object");
  private final Map<Integer, Reading> readings = new HashMap<>();
  private final Set<Integer> crossed = new HashSet<>();
  private SimulatedCluster cluster;

  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  /** Each store's first grant crosses with the end of its get, and a new one. */
  private void cross(int slot, long delay) {
    if (crossed.add(slot)) {
      cluster
          .time()
          .after(
              delay,
              () -> {
                readings.get(slot).close();
                readings.put(slot, on(slot).get(id));
              });
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_source_of_a_closed_get_leaves_the_directory_right(long seed) {
    Random random = new Random(seed);
    cluster =
        new SimulatedCluster(
            STORES, LINKS, new StoreOptions(1 << 20, Duration.ofMillis(50)), true, seed);
    on(0).put(id, (64 << 10) << random.nextInt(3), SEED);
    run(5_000_000);
    cluster.observe(
        (message, to) -> {
          if (message instanceof Granted) {
            cross(to, random.nextInt(40_000));
          }
        });
    for (int slot = 1; slot < STORES; slot++) {
      readings.put(slot, on(slot).get(id));
      run(random.nextInt(100_000));
    }
    Invariants invariants = new Invariants(cluster);
    long end = cluster.time().now() + 20_000_000;
    while (cluster.time().now() < end && cluster.time().step()) {
      invariants.check();
    }
    assertThat(crossed.size()).isGreaterThanOrEqualTo(STORES - 2);
    readings.values().forEach(reading -> reading.check(SEED));
    Asking asking = on(0).describe(id);
    run(1_000_000);
    assertThat(asking.answer().places())
        .hasSize(STORES)
        .allMatch(place -> place.complete() && place.readers() == 0);
    readings.values().forEach(Reading::close);
    on(0).delete(id);
    run(1_000_000);
    invariants.checkAtRest();
    for (int slot = 0; slot < STORES; slot++) {
      assertThat(cluster.store(slot).memoryUsed()).isZero();
      Reading late = on(slot).get(id);
      run(1_000_000);
      assertThat(late.failure()).isInstanceOf(ObjectDeletedException.class);
    }
  }

  private void run(long nanoseconds) {
    cluster.time().runUntil(cluster.time().now() + nanoseconds);
  }
}
