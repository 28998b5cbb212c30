package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.collectives.Communicator;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.collectives.settings.ReorderSettings;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.topology.layout.Layout;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReorderingTest {

  private static final int SIZE = 8;
  private static final int BYTES = 1 << 20;
  private static final Duration HOUR = Duration.ofHours(1);

  private final SimulatedFabric fabric = new SimulatedFabric(new TwoRacks(SIZE), Noise.NONE, true);

  private void run(SpmdProgram program) {
    Worlds.simulated(fabric, Layout.apart(SIZE), program);
  }

  private static int[] worldRanks(Communicator world, Communicator derived) {
    int[] ranks = new int[derived.size()];
    derived.allgather(Buffer.of(new int[] {world.rank()}), Buffer.of(ranks));
    return ranks;
  }

  private static long hopsBetweenRacks(int... ranks) {
    return IntStream.range(0, SIZE)
        .filter(place -> ranks[place] % 2 != ranks[(place + 1) % SIZE] % 2)
        .count();
  }

  /** The virtual time of a ring, in picoseconds. */
  private long time(Communicator world, Communicator communicator) {
    byte[] data = new byte[BYTES];
    byte[] result = new byte[BYTES];
    data[world.rank()] = 1;
    world.barrier();
    long start = fabric.port(world.rank()).clock();
    communicator
        .withAlgorithm("allreduce=ring")
        .allreduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM);
    for (int rank = 0; rank < SIZE; rank++) {
      assertThat(result[rank]).isEqualTo((byte) 1);
    }
    world.barrier();
    return fabric.port(world.rank()).clock() - start;
  }

  @Test
  void hosts_of_a_rack_follow_each_other_and_a_ring_is_faster() {
    run(
        world -> {
          long before = time(world, world);
          Communicator ordered = Worlds.reordered(world, HOUR);
          long after = time(world, ordered);
          int[] ranks = worldRanks(world, ordered);
          assertThat(ranks).containsExactlyInAnyOrder(IntStream.range(0, SIZE).toArray());
          assertThat(hopsBetweenRacks(ranks)).isEqualTo(2);
          assertThat(after).isLessThan(before / 2);
        });
  }

  @Test
  void an_order_is_kept_until_it_is_time() {
    run(
        world -> {
          time(world, world);
          Communicator first = Worlds.reordered(world, HOUR);
          assertThat(Worlds.reordered(world, HOUR)).isSameAs(first);
        });
  }

  @Test
  void an_order_that_is_good_stays() {
    run(
        world -> {
          time(world, world);
          Communicator first = Worlds.reordered(world, Duration.ZERO);
          for (int i = 0; i < 5; i++) {
            assertThat(Worlds.reordered(world, Duration.ZERO)).isSameAs(first);
          }
        });
  }

  @Test
  void it_does_not_measure_before_a_collective_was_called() {
    run(
        world -> {
          Communicator first = Worlds.reordered(world, Duration.ZERO);
          assertThat(Worlds.reordered(world, Duration.ZERO)).isSameAs(first);
          assertThat(worldRanks(world, first)).isSorted();
          time(world, first);
          assertThat(hopsBetweenRacks(worldRanks(world, Worlds.reordered(world, Duration.ZERO))))
              .isEqualTo(2);
        });
  }

  @Test
  void it_never_changes_if_that_is_asked() {
    run(
        world -> {
          Communicator same = Worlds.reordered(world, Duration.ofSeconds(-1));
          assertThat(worldRanks(world, same)).isSorted();
        });
  }

  @Test
  void it_closes_with_its_communicator() {
    run(
        world -> {
          Communicator part = world.duplicate();
          part.reordered().barrier();
          part.close();
          world.barrier();
        });
  }

  @Test
  void a_time_is_read_from_the_variable() {
    assertThat(every("")).isEqualTo(Duration.ofSeconds(30));
    assertThat(every("every=500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(every("every=5min")).isEqualTo(Duration.ofMinutes(5));
    assertThat(every("never")).isNegative();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> every("sometimes"))
        .withMessage(
            "--reorder (STARLING_REORDER) must be never or a time, as in every=30s or every=500ms,"
                + " not 'sometimes'");
  }

  private static Duration every(String value) {
    return ReorderSettings.from(Map.of("STARLING_REORDER", value)).every();
  }
}
