package io.starling.objects.store;

import static io.starling.objects.simulated.Program.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.simulated.LinkFigures;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.Reading;
import io.starling.objects.simulated.SimulatedCluster;
import io.starling.objects.simulated.Writing;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What puts, gets and deletes of four stores do. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StoreTest {

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
  void a_value_is_got_from_the_directory() {
    on(1).putValue(id, new byte[] {1, 2, 3});
    Reading reading = on(3).get(id);
    await(cluster, reading::isOver);
    assertThat(reading.value()).containsExactly(1, 2, 3);
  }

  @Test
  void a_get_waits_for_the_put() {
    Reading large = on(2).get(id);
    Reading small = on(2).get(ObjectId.of("small"));
    cluster.time().runUntil(1_000_000);
    assertThat(large.isOver() || small.isOver()).isFalse();
    on(0).put(id, 3 * MB, SEED);
    on(0).putValue(ObjectId.of("small"), new byte[100]);
    await(cluster, large::isOver);
    await(cluster, small::isOver);
    large.check(SEED);
  }

  @Test
  void an_object_is_served_before_its_writer_has_written_it_all() {
    Writing writing = on(0).create(id, 8 * MB, SEED);
    Reading near = on(1).get(id);
    Reading far = on(2).get(id);
    writing.write(4 * MB);
    cluster.time().runUntil(20_000_000);
    assertThat(near.copy().watermark()).isEqualTo(4 * MB);
    assertThat(far.copy().watermark()).isEqualTo(4 * MB);
    assertThat(near.isOver() || far.isOver()).isFalse();
    writing.write(4 * MB);
    cluster.time().runUntil(40_000_000);
    assertThat(near.isOver()).as("not sealed yet").isFalse();
    writing.seal();
    await(cluster, () -> near.isOver() && far.isOver());
    near.check(SEED);
    far.check(SEED);
  }

  @Test
  void the_first_byte_leaves_a_reader_before_the_last_has_come_in() {
    on(0).put(id, 32 * MB, SEED);
    Reading first = on(1).get(id);
    Reading second = on(2).get(id);
    await(cluster, () -> first.isOver() && second.isOver());
    assertThat(second.firstByteAt()).isLessThan(first.doneAt() / 2);
    assertThat(second.copy().isComplete()).isTrue();
  }

  @Test
  void gets_of_one_host_share_a_fetch() {
    on(0).put(id, 4 * MB, SEED);
    List<Reading> readings = IntStream.range(0, 5).mapToObj(i -> on(1).get(id)).toList();
    await(cluster, () -> readings.stream().allMatch(Reading::isOver));
    assertThat(readings.stream().map(reading -> reading.copy()).distinct()).hasSize(1);
    long transfer = LINKS.nanoseconds(4 * MB);
    assertThat(readings.getFirst().doneAt()).isLessThan(transfer + transfer / 10);
  }

  @Test
  void a_second_put_changes_nothing_and_says_so() {
    Writing first = on(0).put(id, MB, SEED);
    await(cluster, first::isOver);
    Writing second = on(1).put(id, MB, (byte) 9);
    Writing small = on(2).putValue(id, new byte[10]);
    await(cluster, () -> second.isOver() && small.isOver());
    assertThat(first.created()).isTrue();
    assertThat(second.created()).isFalse();
    assertThat(small.created()).isFalse();
    Reading reading = on(1).get(id);
    await(cluster, reading::isOver);
    reading.check(SEED);
  }

  @Test
  void of_two_puts_at_the_same_time_one_is_the_object() {
    Writing first = on(0).put(id, MB, (byte) 1);
    Writing second = on(1).put(id, 2 * MB, (byte) 2);
    Reading reading = on(2).get(id);
    await(cluster, () -> first.isOver() && second.isOver() && reading.isOver());
    assertThat(first.created()).isNotEqualTo(second.created());
    reading.check(first.created() ? (byte) 1 : (byte) 2);
  }

  @Test
  void deleted_stays_deleted() {
    on(0).put(id, MB, SEED);
    Reading reading = on(1).get(id);
    await(cluster, reading::isOver);
    await(cluster, on(2).delete(id)::isOver);
    Reading late = on(3).get(id);
    Writing again = on(0).put(id, MB, SEED);
    await(cluster, () -> late.isOver() && again.isOver());
    assertThat(late.failure())
        .isInstanceOf(ObjectDeletedException.class)
        .hasMessageContaining(id.toString());
    assertThat(again.failure()).isInstanceOf(ObjectDeletedException.class);
    reading.check(SEED);
    reading.close();
    cluster.time().runUntil(cluster.time().now() + 1_000_000);
    for (int slot : cluster.alive()) {
      assertThat(cluster.store(slot).memoryUsed()).as("store %d", slot).isZero();
    }
  }

  @Test
  void a_delete_ends_the_gets_that_wait_and_the_transfers() {
    Writing writing = on(0).create(id, 16 * MB, SEED);
    writing.write(8 * MB);
    Reading streaming = on(1).get(id);
    Reading waiting = on(2).get(ObjectId.of("never put"));
    cluster.time().runUntil(2_000_000);
    assertThat(streaming.copy().watermark()).isPositive();
    on(3).delete(id);
    on(3).delete(ObjectId.of("never put"));
    await(cluster, () -> streaming.isOver() && waiting.isOver());
    assertThat(streaming.failure()).isInstanceOf(ObjectDeletedException.class);
    assertThat(waiting.failure()).isInstanceOf(ObjectDeletedException.class);
    writing.write(8 * MB);
    writing.seal();
    assertThat(writing.failure()).isInstanceOf(ObjectDeletedException.class);
  }

  @Test
  void an_aborted_put_leaves_nothing_and_the_next_one_is_the_object() {
    Writing lost = on(0).create(id, 4 * MB, (byte) 1);
    lost.write(2 * MB);
    Reading reading = on(1).get(id);
    Reading behind = on(2).get(id);
    cluster.time().runUntil(10_000_000);
    assertThat(behind.copy().watermark()).isEqualTo(2 * MB);
    lost.abort();
    cluster.time().runUntil(12_000_000);
    Writing again = on(3).put(id, 4 * MB, (byte) 2);
    await(cluster, () -> reading.isOver() && behind.isOver() && again.isOver());
    assertThat(again.created()).isTrue();
    reading.check((byte) 2);
    behind.check((byte) 2);
    assertThat(cluster.store(0).memoryUsed()).isZero();
  }

  @Test
  void a_get_outlives_a_put_of_its_own_store_that_is_given_up_at_once() {
    Reading before = on(1).get(id);
    cluster.time().runUntil(1_000_000);
    Writing lost = on(1).create(id, MB, (byte) 1);
    Reading after = on(1).get(id);
    lost.abort();
    cluster.time().runUntil(2_000_000);
    on(2).put(id, MB, SEED);
    await(cluster, () -> before.isOver() && after.isOver());
    before.check(SEED);
    after.check(SEED);
  }

  @Test
  void sizes_below_one_are_refused() {
    Store store = cluster.store(0);
    assertThatThrownBy(() -> store.create(id, ObjectType.INT8, 0, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.create(id, ObjectType.INT8, -5, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.putValue(id, ObjectType.INT8, new byte[0], null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_cancelled_get_of_an_unknown_object_leaves_nothing() {
    Reading reading = on(1).get(id);
    cluster.time().runUntil(1_000_000);
    reading.close();
    cluster.time().runUntil(2_000_000);
    Program.Asking asking = on(2).describe(id);
    await(cluster, asking::isOver);
    assertThat(asking.answer().places()).isEmpty();
    for (int slot : cluster.alive()) {
      assertThat(cluster.store(slot).pending()).isEmpty();
      assertThat(cluster.store(slot).entries()).isZero();
    }
  }
}
