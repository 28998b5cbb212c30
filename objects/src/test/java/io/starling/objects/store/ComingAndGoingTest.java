package io.starling.objects.store;

import static io.starling.objects.simulated.Program.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Objects stay while stores die and join. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ComingAndGoingTest {

  private static final int MB = 1 << 20;
  private static final byte SEED = 3;
  private static final LinkFigures LINKS = LinkFigures.gigabits(10);

  private final SimulatedCluster cluster =
      new SimulatedCluster(4, LINKS, new StoreOptions(64 * MB, Duration.ofMillis(200)), true, 1);
  private final ObjectId id = ObjectId.of("object");

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  @Test
  void readers_go_on_where_they_were_when_their_source_dies() {
    on(0).put(id, 32 * MB, SEED);
    Reading first = on(1).get(id);
    Reading second = on(2).get(id);
    Reading third = on(3).get(id);
    await(cluster, () -> first.copy() != null && first.copy().watermark() > 16 * MB);
    cluster.kill(1);
    await(cluster, () -> second.isOver() && third.isOver());
    second.check(SEED);
    third.check(SEED);
    long transfer = LINKS.nanoseconds(32 * MB);
    assertThat(third.doneAt())
        .as("not from the first byte")
        .isLessThan(transfer * 3 / 2 + 30_000_000);
  }

  @Test
  void the_last_complete_copy_becomes_the_original() {
    on(0).put(id, 4 * MB, SEED);
    Reading reading = on(1).get(id);
    await(cluster, reading::isOver);
    reading.close();
    cluster.kill(0);
    cluster.time().runUntil(cluster.time().now() + 100_000_000);
    Program.Asking asking = on(2).describe(id);
    await(cluster, asking::isOver);
    assertThat(asking.answer().places())
        .singleElement()
        .matches(place -> place.store() == 1 && place.original() && place.complete());
  }

  @Test
  void values_and_deletions_outlive_the_store_that_keeps_them() {
    for (int i = 0; i < 100; i++) {
      on(i % 4).putValue(ObjectId.of("value " + i), new byte[] {(byte) i});
      if (i % 2 == 1) {
        on(3).delete(ObjectId.of("value " + i));
      }
    }
    cluster.time().runUntil(10_000_000);
    cluster.kill(2);
    cluster.time().runUntil(100_000_000);
    cluster.kill(0);
    cluster.time().runUntil(200_000_000);
    for (int i = 0; i < 100; i++) {
      Reading reading = on(i % 2 == 0 ? 1 : 3).get(ObjectId.of("value " + i));
      await(cluster, reading::isOver);
      if (i % 2 == 0) {
        assertThat(reading.value()).containsExactly((byte) i);
      } else {
        assertThat(reading.failure()).isInstanceOf(ObjectDeletedException.class);
      }
    }
  }

  @Test
  void values_outlive_a_store_that_dies_when_another_has_just_joined() {
    for (int i = 0; i < 100; i++) {
      on(0).putValue(ObjectId.of("value " + i), new byte[] {(byte) i});
    }
    cluster.time().runUntil(10_000_000);
    cluster.join();
    await(cluster, cluster::isSettled);
    cluster.kill(2);
    cluster.time().runUntil(100_000_000);
    for (int i = 0; i < 100; i++) {
      Reading reading = on(3).get(ObjectId.of("value " + i));
      await(cluster, reading::isOver);
      assertThat(reading.value()).containsExactly((byte) i);
    }
  }

  @Test
  void a_store_that_joins_takes_its_share_of_the_directory() {
    for (int i = 0; i < 50; i++) {
      on(i % 4).putValue(ObjectId.of("value " + i), new byte[] {(byte) i});
    }
    on(0).put(id, MB, SEED);
    cluster.time().runUntil(10_000_000);
    int joined = cluster.join();
    cluster.time().runUntil(20_000_000);
    Reading large = on(joined).get(id);
    await(cluster, large::isOver);
    large.check(SEED);
    for (int i = 0; i < 50; i++) {
      Reading reading = on(joined).get(ObjectId.of("value " + i));
      await(cluster, reading::isOver);
      assertThat(reading.value()).containsExactly((byte) i);
    }
  }
}
