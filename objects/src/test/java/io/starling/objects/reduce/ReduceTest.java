package io.starling.objects.reduce;

import static io.starling.objects.simulated.Program.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import io.starling.objects.store.StoreOptions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each source is 4^i in every element, so the digits of a sum say which sources it has. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReduceTest {

  private static final LinkFigures LINKS = LinkFigures.gigabits(10);
  private static final int STORES = 6;
  private static final int SMALL = 100;
  private static final int MIDDLE = 20_000;
  private static final int LARGE = 500_000;

  private final SimulatedCluster cluster =
      new SimulatedCluster(STORES, LINKS, new StoreOptions(256L << 20), true, 1);
  private final ObjectId target = ObjectId.of("sum");
  private final List<ObjectId> sources =
      IntStream.range(0, 8).mapToObj(i -> ObjectId.of("source " + i)).toList();

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  private static long digit(int source) {
    return 1L << (2 * source);
  }

  private Writing put(int source, int count) {
    return on(source % STORES).putLongs(sources.get(source), count, digit(source));
  }

  private void checkSum(Reducing reducing, int count, Reading... readings) {
    await(cluster, () -> reducing.isOver() && Stream.of(readings).allMatch(Reading::isOver));
    assertThat(reducing.answer().failure()).isEmpty();
    assertThat(reducing.answer().members()).hasSize(count).doesNotHaveDuplicates();
    long sum =
        reducing.answer().members().stream().mapToLong(id -> digit(sources.indexOf(id))).sum();
    for (Reading reading : readings) {
      assertThat(reading.failure()).isNull();
      reading.checkLongs(sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, MIDDLE, LARGE})
  void all_sources_are_reduced(int count) {
    IntStream.range(0, 8).forEach(i -> put(i, count));
    Reducing reducing = on(1).reduce(target, sources, 8, "sum");
    checkSum(reducing, 8, on(3).get(target), on(5).get(target));
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, MIDDLE, LARGE})
  void the_first_sources_that_come_are_reduced(int count) {
    Reading early = on(2).get(target);
    Reducing reducing = on(1).reduce(target, sources, 4, "sum");
    for (int source : new int[] {6, 1, 7, 2, 0, 3}) {
      put(source, count);
      cluster.time().runUntil(cluster.time().now() + 20_000_000);
    }
    checkSum(reducing, 4, early);
    assertThat(reducing.answer().members())
        .containsExactlyInAnyOrder(sources.get(6), sources.get(1), sources.get(7), sources.get(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, MIDDLE, LARGE})
  void one_source_is_its_own_sum(int count) {
    put(4, count);
    Reducing reducing = on(0).reduce(target, sources.subList(4, 5), 1, "sum");
    checkSum(reducing, 1, on(4).get(target), on(1).get(target));
  }

  @Test
  void a_result_leaves_before_the_last_source_is_written() {
    IntStream.range(0, 7).forEach(i -> put(i, LARGE));
    Writing last = on(5).createLongs(sources.get(7), LARGE, digit(7));
    last.write(last.size() / 2);
    Reducing reducing = on(0).reduce(target, sources, 8, "sum");
    Reading reading = on(2).get(target);
    cluster.time().runUntil(100_000_000);
    assertThat(reading.copy().watermark()).isGreaterThan(last.size() / 4);
    assertThat(reading.isOver() || reducing.isOver()).isFalse();
    last.writeRest();
    last.seal();
    checkSum(reducing, 8, reading);
  }

  @Test
  void a_reduce_of_reduces_streams() {
    IntStream.range(0, 8).forEach(i -> put(i, LARGE));
    ObjectId left = ObjectId.of("left");
    ObjectId right = ObjectId.of("right");
    on(0).reduce(target, List.of(left, right), 2, "sum");
    Reading reading = on(4).get(target);
    on(1).reduce(left, sources.subList(0, 4), 4, "sum");
    on(2).reduce(right, sources.subList(4, 8), 4, "sum");
    await(cluster, reading::isOver);
    reading.checkLongs(IntStream.range(0, 8).mapToLong(ReduceTest::digit).sum());
    long transfer = LINKS.nanoseconds(LARGE * 8L);
    assertThat(reading.doneAt()).as("not one after the other").isLessThan(transfer * 5 / 2);
  }

  @Test
  void everybody_can_have_the_sum() {
    IntStream.range(0, STORES).forEach(i -> put(i, LARGE));
    Reducing reducing = on(0).reduce(target, sources.subList(0, STORES), STORES, "sum");
    Reading[] readings =
        IntStream.range(0, STORES).mapToObj(i -> on(i).get(target)).toArray(Reading[]::new);
    checkSum(reducing, STORES, readings);
    cluster.time().runUntil(cluster.time().now() + 50_000_000);
    for (int slot : cluster.alive()) {
      assertThat(cluster.store(slot).accumulators()).as("store %d", slot).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void another_source_takes_the_place_of_one_that_dies(int dying) {
    IntStream.range(0, STORES).forEach(i -> put(i, LARGE));
    int asker = (dying + 1) % STORES;
    int reader = (dying + 2) % STORES;
    Reducing reducing = on(asker).reduce(target, sources, STORES, "sum");
    Reading reading = on(reader).get(target);
    cluster.time().runUntil(2_000_000);
    cluster.kill(dying);
    cluster.time().runUntil(60_000_000);
    on(asker).putLongs(sources.get(6), LARGE, digit(6));
    on(reader).putLongs(sources.get(7), LARGE, digit(7));
    checkSum(reducing, STORES, reading);
  }

  @Test
  void a_source_that_was_deleted_is_replaced() {
    put(0, LARGE);
    Writing half = on(1).createLongs(sources.get(1), LARGE, digit(1));
    half.write(half.size() / 2);
    put(2, LARGE);
    Reducing reducing = on(0).reduce(target, sources.subList(0, 5), 4, "sum");
    cluster.time().runUntil(10_000_000);
    on(1).delete(sources.get(1));
    put(3, LARGE);
    put(4, LARGE);
    checkSum(reducing, 4, on(2).get(target));
    assertThat(reducing.answer().members()).doesNotContain(sources.get(1));
  }

  @Test
  void what_cannot_be_reduced_is_named() {
    put(0, LARGE);
    put(1, MIDDLE);
    put(2, SMALL);
    on(3).put(sources.get(3), 4L * LARGE, (byte) 1);
    on(4).put(sources.get(4), 4L * LARGE, (byte) 1);
    Reducing sizes = on(0).reduce(target, sources.subList(0, 2), 2, "sum");
    Reducing kinds =
        on(0).reduce(ObjectId.of("b"), List.of(sources.get(0), sources.get(3)), 2, "sum");
    Reducing small =
        on(1).reduce(ObjectId.of("c"), List.of(sources.get(0), sources.get(2)), 2, "sum");
    Reducing operator = on(2).reduce(ObjectId.of("d"), sources.subList(3, 5), 2, "mine");
    await(cluster, () -> sizes.isOver() && kinds.isOver() && small.isOver() && operator.isOver());
    assertThat(sizes.answer().failure()).contains("160000").contains("4000000");
    assertThat(kinds.answer().failure()).contains("INT8").contains("INT64");
    assertThat(small.answer().failure()).contains("800 bytes");
    assertThat(operator.answer().failure()).contains("No reduction operator is named mine");
  }

  @Test
  void a_reduce_that_can_have_no_result_ends() {
    Reducing reducing = on(0).reduce(target, sources.subList(0, 3), 2, "sum");
    on(0).delete(sources.get(0));
    on(0).delete(sources.get(1));
    await(cluster, reducing::isOver);
    assertThat(reducing.answer().failure())
        .contains("it needs 2 of its 3 sources, of which only 1 can still come");
  }

  @Test
  void counts_that_make_no_sense_are_refused() {
    assertThatThrownBy(() -> on(0).reduce(target, sources, 9, "sum"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> on(0).reduce(target, sources, 0, "sum"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> on(0).reduce(target, List.of(sources.get(0), sources.get(0)), 1, "sum"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
