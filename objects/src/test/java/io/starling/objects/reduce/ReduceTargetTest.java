package io.starling.objects.reduce;

import static io.starling.objects.simulated.Program.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ReduceIds;
import io.starling.objects.protocol.View;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Program.Erasing;
import io.starling.objects.simulated.Program.Reducing;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import io.starling.objects.store.StoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The object that a reduce makes: it is the result, or is gone, and is never something else. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReduceTargetTest {

  private static final int STORES = 4;
  private static final int SMALL = 100;
  private static final int LARGE = 500_000;

  private final SimulatedCluster cluster =
      new SimulatedCluster(STORES, LinkFigures.gigabits(10), new StoreOptions(256L << 20), true, 1);
  private final ObjectId target = ObjectId.of("sum");
  private final List<ObjectId> sources =
      IntStream.range(0, STORES).mapToObj(i -> ObjectId.of("source " + i)).toList();

  private Program on(int slot) {
    return new Program(cluster, slot);
  }

  private void put(int sourcesThatCome, int count) {
    IntStream.range(0, sourcesThatCome)
        .forEach(i -> on(i).putLongs(sources.get(i), count, 1L << i));
  }

  private void pass(long nanoseconds) {
    cluster.time().runUntil(cluster.time().now() + nanoseconds);
  }

  private Reducing reduce(int slot, int count) {
    return on(slot).reduce(target, sources, count, "sum");
  }

  @Test
  void target_and_reduce_have_the_same_owners() {
    View view = View.ofSlots(1, 0, 1, 2, 3, 7, 9);
    for (int i = 0; i < 1000; i++) {
      ObjectId id = ObjectId.of("object " + i);
      assertThat(view.primary(ReduceIds.of(id))).isEqualTo(view.primary(id));
      assertThat(view.backup(ReduceIds.of(id))).isEqualTo(view.backup(id));
      assertThat(ReduceIds.of(id)).isNotEqualTo(id);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void a_target_that_exists_is_refused_at_once(int count) {
    put(STORES, count);
    on(3).putLongs(target, count, 77);
    pass(10_000_000);
    Reducing reducing = reduce(0, STORES);
    Reading reading = on(2).get(target);
    await(cluster, () -> reducing.isOver() && reading.isOver());
    assertThat(reducing.answer().failure()).isEqualTo("it exists; take a new id");
    reading.checkLongs(77);
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void a_second_reduce_to_the_target_is_refused_if_it_is_another_one(int count) {
    Reducing first = reduce(0, STORES);
    Reducing same = reduce(0, STORES);
    Reducing here = on(0).reduce(target, sources, 2, "sum");
    pass(1_000_000);
    Reducing there = on(1).reduce(target, sources, STORES, "max");
    Reducing sameThere = reduce(2, STORES);
    await(cluster, () -> here.isOver() && there.isOver());
    String other = "another reduce makes it, by sum of 4 of 4 objects; take a new id";
    assertThat(here.answer().failure()).isEqualTo(other);
    assertThat(there.answer().failure()).isEqualTo(other);
    put(STORES, count);
    await(cluster, () -> first.isOver() && same.isOver() && sameThere.isOver());
    assertThat(first.answer().members()).hasSize(STORES);
    assertThat(same.answer()).isEqualTo(first.answer());
    assertThat(sameThere.answer()).isEqualTo(first.answer());
    Reducing late = reduce(3, STORES);
    Reducing lateOther = on(3).reduce(ObjectId.of("other"), sources, 3, "sum");
    Reducing lateWrong = on(2).reduce(target, sources, 3, "sum");
    await(cluster, () -> late.isOver() && lateOther.isOver() && lateWrong.isOver());
    assertThat(late.answer()).isEqualTo(first.answer());
    assertThat(lateOther.answer().failure()).isEmpty();
    assertThat(lateWrong.answer().failure()).isEqualTo(other);
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void a_delete_of_the_target_ends_the_reduce(int count) {
    put(2, count);
    Reducing reducing = reduce(0, STORES);
    Reading reading = on(1).get(target);
    pass(5_000_000);
    Erasing erasing = on(2).delete(target);
    await(cluster, () -> reducing.isOver() && reading.isOver() && erasing.isOver());
    assertThat(reducing.answer().failure()).isEqualTo("it was deleted");
    assertThat(reading.failure()).isInstanceOf(ObjectDeletedException.class);
    Reducing again = reduce(0, 2);
    await(cluster, again::isOver);
    assertThat(again.answer().failure()).contains("another reduce");
    checkNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void those_who_want_the_target_hear_that_the_reduce_failed(int count) {
    put(2, count);
    Reducing reducing = reduce(0, 3);
    Reading early = on(1).get(target);
    List<FromPrimary> watched = new ArrayList<>();
    on(3).store().watch(target, watched::add);
    pass(5_000_000);
    on(3).delete(sources.get(2));
    on(3).delete(sources.get(3));
    await(cluster, () -> reducing.isOver() && early.isOver() && watched.size() > 0);
    String why =
        "it needs 3 of its 4 sources, of which only 2 can still come; the others were deleted, or"
            + " their reduces failed";
    assertThat(reducing.answer().failure()).isEqualTo(why);
    Reading late = on(2).get(target);
    Writing put = on(2).putLongs(target, count, 5);
    Reducing next = on(3).reduce(ObjectId.of("next"), List.of(target), 1, "sum");
    await(cluster, () -> late.isOver() && put.isOver() && next.isOver());
    for (var failure : List.of(early.failure(), late.failure(), put.failure())) {
      assertThat(failure)
          .isInstanceOf(ReduceFailedException.class)
          .hasMessage("the reduce to object %s failed: %s", target, why);
    }
    assertThat(watched.getLast()).isEqualTo(new FromPrimary.Gone(target, why));
    assertThat(next.answer().failure())
        .startsWith("it needs 1 of its 1 sources, of which only 0 can");
    checkNothingIsLeft();
  }

  @Test
  void who_streams_the_target_hears_that_the_reduce_failed() {
    put(2, LARGE);
    Writing half = on(2).createLongs(sources.get(2), LARGE, 4);
    half.write(8L * LARGE / 2);
    Reducing reducing = reduce(0, 3);
    Reading reading = on(1).get(target);
    await(cluster, () -> reading.firstByteAt() >= 0);
    half.abort();
    on(2).delete(sources.get(2));
    on(2).delete(sources.get(3));
    await(cluster, () -> reducing.isOver() && reading.isOver());
    assertThat(reading.failure()).isInstanceOf(ReduceFailedException.class);
    checkNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, LARGE})
  void a_put_of_the_target_comes_too_late(int count) {
    Reducing reducing = reduce(0, 3);
    pass(1_000_000);
    Writing put = on(1).putLongs(target, count, 55);
    Reading reading = on(2).get(target);
    put(3, count);
    await(cluster, () -> reducing.isOver() && reading.isOver() && put.isOver());
    assertThat(put.created()).isFalse();
    assertThat(reducing.answer().failure()).isEmpty();
    reading.checkLongs(7);
  }

  @Test
  void a_writer_of_the_target_does_not_hold_up_the_result() {
    Reducing reducing = reduce(0, 3);
    pass(1_000_000);
    List<Writing> writers =
        IntStream.range(0, STORES).mapToObj(i -> on(i).createLongs(target, LARGE, 5)).toList();
    put(3, LARGE);
    Reading reading = on(2).get(target);
    await(cluster, () -> reducing.isOver() && reading.isOver());
    assertThat(reducing.answer().failure()).isEmpty();
    reading.checkLongs(7);
    for (Writing writer : writers) {
      writer.writeRest();
      writer.seal();
      await(cluster, writer::isOver);
      assertThat(writer.created()).isFalse();
    }
  }

  @Test
  void a_result_that_died_with_its_store_is_reduced_again() {
    put(3, LARGE);
    Reducing first = reduce(3, 3);
    await(cluster, first::isOver);
    pass(5_000_000);
    int root =
        cluster.alive().stream()
            .filter(
                slot ->
                    cluster.store(slot).copies().stream()
                        .anyMatch(copy -> copy.id().equals(target)))
            .findFirst()
            .orElseThrow();
    cluster.kill(root);
    pass(50_000_000);
    Reducing again = reduce(3, 3);
    Reading reading = on(3).get(target);
    on(3).putLongs(sources.get(root), LARGE, 1L << root);
    await(cluster, () -> again.isOver() && reading.isOver());
    assertThat(again.answer().members())
        .containsExactlyInAnyOrderElementsOf(first.answer().members());
    reading.checkLongs(7);
  }

  private void checkNothingIsLeft() {
    sources.forEach(source -> on(0).delete(source));
    pass(500_000_000);
    for (int slot = 0; slot < STORES; slot++) {
      assertThat(cluster.store(slot).memoryUsed()).as("memory of store %d", slot).isZero();
      assertThat(cluster.store(slot).pending()).as("questions of store %d", slot).isEmpty();
      assertThat(cluster.store(slot).accumulators()).isEmpty();
    }
  }
}
