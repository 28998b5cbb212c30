package io.starling.objects.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.store.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The goals of the paper's figures, over links of 10 Gbit/s with 25 us of latency. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SpeedInVirtualTimeTest {

  private static final LinkFigures LINKS = LinkFigures.gigabits(10);
  private static final long GB = 1L << 30;
  private static final int MB = 1 << 20;

  private final ObjectId id = ObjectId.of("object");
  private SimulatedCluster cluster;

  private void start(int stores) {
    cluster = new SimulatedCluster(stores, LINKS, new StoreOptions(8 * GB), false, 1);
  }

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  private void await(List<Reading> readings) {
    Program.awaitFor(cluster, 100 * GB, () -> readings.stream().allMatch(Reading::isOver));
  }

  private static double inTimesOf(long optimum, long nanoseconds, String what) {
    double ratio = nanoseconds / (double) optimum;
    System.out.printf("%s: %.3f ms, %.3f times the optimum%n", what, nanoseconds / 1e6, ratio);
    return ratio;
  }

  @Test
  void a_round_trip_of_1_GB_is_within_1_percent_of_the_bandwidth() {
    start(2);
    on(0).put(id, GB, (byte) 0);
    Reading there = on(1).get(id);
    await(List.of(there));
    ObjectId back = ObjectId.of("back");
    on(1).put(back, GB, (byte) 0);
    Reading here = on(0).get(back);
    await(List.of(here));
    long optimum = 2 * LINKS.nanoseconds(GB);
    assertThat(inTimesOf(optimum, here.doneAt(), "round trip of 1 GB")).isLessThan(1.01);
  }

  @Test
  void a_broadcast_of_1_GB_to_16_stores_takes_1_1_times_the_optimum_at_most() {
    start(16);
    on(0).put(id, GB, (byte) 0);
    List<Reading> readings = IntStream.range(1, 16).mapToObj(i -> on(i).get(id)).toList();
    await(readings);
    long last = readings.stream().mapToLong(Reading::doneAt).max().orElseThrow();
    long optimum = LINKS.nanoseconds(GB) + 4 * LINKS.latency();
    assertThat(inTimesOf(optimum, last, "broadcast of 1 GB to 16")).isLessThan(1.1);
  }

  @Test
  @Tag("slow")
  void a_broadcast_of_100_MB_to_1000_stores_takes_1_3_times_the_optimum_at_most() {
    start(1000);
    cluster.time().runUntil(GB); // The first view of so many stores takes a while.
    on(0).put(id, 100 * MB, (byte) 0);
    long begin = cluster.time().now();
    List<Reading> readings = IntStream.range(1, 1000).mapToObj(i -> on(i).get(id)).toList();
    await(readings);
    long last = readings.stream().mapToLong(Reading::doneAt).max().orElseThrow() - begin;
    long optimum = LINKS.nanoseconds(100 * MB) + 10 * LINKS.latency();
    assertThat(inTimesOf(optimum, last, "broadcast of 100 MB to 1,000")).isLessThan(1.3);
  }

  @Test
  void gets_that_come_faster_than_a_first_byte_end_one_transfer_later() {
    start(200);
    on(0).put(id, 100 * MB, (byte) 0);
    List<Reading> readings = new ArrayList<>();
    for (int i = 1; i < 200; i++) {
      cluster.time().runUntil(GB + i * 50_000L);
      readings.add(on(i).get(id));
    }
    long lastArrival = cluster.time().now();
    await(readings);
    long last = readings.stream().mapToLong(Reading::doneAt).max().orElseThrow();
    assertThat(inTimesOf(LINKS.nanoseconds(100 * MB), last - lastArrival, "gets 50 us apart"))
        .isLessThan(1.1);
  }

  @Test
  void what_is_still_written_arrives_at_the_pace_of_its_writer() {
    start(16);
    Writing writing = on(0).create(id, GB, (byte) 0);
    List<Reading> readings = IntStream.range(1, 16).mapToObj(i -> on(i).get(id)).toList();
    for (int written = 1; written <= 1024; written++) {
      cluster.time().runUntil(LINKS.nanoseconds((long) written * MB));
      writing.write(MB);
    }
    for (Reading reading : readings) {
      assertThat(reading.copy().watermark()).as("nearly all is there").isGreaterThan(GB - GB / 32);
    }
    writing.seal();
    await(readings);
    long last = readings.stream().mapToLong(Reading::doneAt).max().orElseThrow();
    assertThat(inTimesOf(LINKS.nanoseconds(GB), last, "broadcast of what is being written"))
        .isLessThan(1.05);
  }

  @Test
  void a_death_in_the_trees_delays_the_others_by_the_time_until_it_is_noticed() {
    for (int dead = 1; dead < 16; dead += 3) {
      start(16);
      on(0).put(id, 100 * MB, (byte) 0);
      List<Reading> readings = IntStream.range(1, 16).mapToObj(i -> on(i).get(id)).toList();
      cluster.time().runUntil(30_000_000);
      cluster.kill(dead);
      List<Reading> living = new ArrayList<>(readings);
      living.remove(dead - 1);
      await(living);
      long last = living.stream().mapToLong(Reading::doneAt).max().orElseThrow();
      assertThat(inTimesOf(LINKS.nanoseconds(100 * MB), last, "store %d dies".formatted(dead)))
          .isLessThan(1.3);
    }
  }

  @Test
  void a_reduce_of_1_GB_on_16_stores_takes_1_15_times_the_optimum_at_most() {
    start(16);
    List<ObjectId> sources = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      sources.add(ObjectId.of("source " + i));
      on(i).putLongs(sources.get(i), (int) (GB / Long.BYTES), 1);
    }
    cluster.time().runUntil(MB);
    long begin = cluster.time().now();
    Reducing reducing = on(3).reduce(id, sources, 16, "sum");
    Reading reading = on(3).get(id);
    await(List.of(reading));
    long optimum = LINKS.nanoseconds(GB) + 4 * LINKS.latency();
    assertThat(reducing.answer().failure()).isEmpty();
    assertThat(inTimesOf(optimum, reading.doneAt() - begin, "reduce of 1 GB on 16"))
        .isLessThan(1.15);
  }

  @Test
  void staggered_gets_end_within_one_transfer_after_the_last_has_come() {
    start(16);
    on(0).put(id, GB, (byte) 0);
    List<Reading> readings = new ArrayList<>();
    for (int i = 1; i < 16; i++) {
      cluster.time().runUntil(i * 200_000_000L);
      readings.add(on(i).get(id));
    }
    long lastArrival = cluster.time().now();
    await(readings);
    long last = readings.stream().mapToLong(Reading::doneAt).max().orElseThrow();
    assertThat(inTimesOf(LINKS.nanoseconds(GB), last - lastArrival, "staggered broadcast"))
        .isLessThan(1.02);
  }

  @Test
  void staggered_sources_end_within_one_transfer_after_the_last_has_come() {
    start(16);
    List<ObjectId> sources =
        IntStream.range(0, 16).mapToObj(i -> ObjectId.of("source " + i)).toList();
    on(0).reduce(id, sources, 16, "sum");
    Reading reading = on(0).get(id);
    for (int i = 0; i < 16; i++) {
      cluster.time().runUntil(i * 200_000_000L);
      on(i).putLongs(sources.get(i), (int) (GB / Long.BYTES), 1);
    }
    long lastArrival = cluster.time().now();
    await(List.of(reading));
    assertThat(inTimesOf(LINKS.nanoseconds(GB), reading.doneAt() - lastArrival, "staggered reduce"))
        .isLessThan(1.15);
  }

  @Test
  void a_dead_source_is_replaced_within_50_ms() {
    start(4);
    on(0).put(id, GB, (byte) 0);
    Reading first = on(1).get(id);
    Reading second = on(2).get(id);
    cluster.time().runUntil(300_000_000);
    cluster.kill(1);
    long killed = cluster.time().now();
    cluster.time().runUntil(killed + LINKS.latency() + 1_000_000);
    long had = second.copy().watermark();
    Program.awaitFor(cluster, GB, () -> second.copy().watermark() > had);
    System.out.printf("dead source: %.3f ms%n", (cluster.time().now() - killed) / 1e6);
    assertThat(cluster.time().now() - killed).isLessThan(50_000_000);
    assertThat(first.isOver()).isFalse();
  }
}
