package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectInfo;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.Ready;
import io.starling.objects.StoreFullException;
import io.starling.objects.StoreLostException;
import io.starling.objects.StoreReport;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What programs see of two stores, through a socket and in one process. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectStoreTest {

  private static final long MEMORY = 64 << 20;
  private static final int LARGE = 1 << 20;

  private final ObjectId id = ObjectId.of("object");
  private final Random random = new Random(7);
  private StorePair stores;

  @AfterEach
  void close() {
    stores.close();
  }

  private ObjectStore here(Door door) {
    stores = new StorePair(door, MEMORY);
    return stores.here();
  }

  private float[] floats(int length) {
    float[] floats = new float[length];
    for (int i = 0; i < length; i++) {
      floats[i] = random.nextFloat();
    }
    return floats;
  }

  @ParameterizedTest
  @EnumSource
  void what_one_program_puts_another_gets(Door door) {
    ObjectStore here = here(door);
    for (int length : new int[] {1, 1000, 16_383, 16_384, LARGE}) {
      ObjectId each = ObjectId.of("object " + length);
      float[] sent = floats(length);
      assertThat(here.put(each, Buffer.of(sent))).isTrue();
      for (ObjectStore store : List.of(here, stores.there())) {
        try (ObjectView view = store.get(each)) {
          assertThat(view.type()).isEqualTo(Datatype.FLOAT32);
          assertThat(view.count()).isEqualTo(length);
          assertThat(view.floats()).isEqualTo(sent);
          assertThat(view.segment().isReadOnly()).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_get_may_come_before_the_put(Door door) {
    ObjectStore here = here(door);
    CompletableFuture<ObjectView> early = stores.there().getAsync(id);
    here.put(id, Buffer.of(new long[LARGE]));
    try (ObjectView view = early.join()) {
      assertThat(view.longs()).hasSize(LARGE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_get_with_patience_ends_in_time_and_leaves_nothing(Door door) {
    ObjectStore here = here(door);
    assertThat(here.get(id, Duration.ofMillis(20))).isEmpty();
    stores.awaitPending(0);
    here.put(id, Buffer.of(new long[LARGE]));
    try (ObjectView view = stores.there().get(id, Duration.ofDays(1_000_000)).orElseThrow()) {
      assertThat(view.longs()).hasSize(LARGE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_second_put_changes_nothing(Door door) {
    ObjectStore here = here(door);
    for (int length : new int[] {10, LARGE}) {
      ObjectId each = ObjectId.of("object " + length);
      assertThat(here.put(each, Buffer.of(new byte[length]))).isTrue();
      assertThat(here.put(each, Buffer.of(new byte[2 * length]))).isFalse();
      assertThat(stores.there().put(each, Buffer.of(new byte[3 * length]))).isFalse();
      try (ObjectView view = here.get(each)) {
        assertThat(view.count()).isEqualTo(length);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void java_objects_are_put_and_read_by_class(Door door) {
    ObjectStore here = here(door);
    ArrayList<String> value = new ArrayList<>(List.of("one", "two"));
    here.putObject(id, value);
    try (ObjectView view = stores.there().get(id)) {
      assertThat((Object) view.object(ArrayList.class)).isEqualTo(value);
      assertThatThrownBy(() -> view.object(String.class)).hasMessageContaining("can't be read as");
      assertThatThrownBy(view::floats).hasMessageContaining("elements of JAVA, not of FLOAT32");
    }
    ObjectId other = ObjectId.random();
    here.putObject(other, new Random(1));
    try (ObjectView view = here.get(other)) {
      assertThat(view.object(Random.class)).isNotNull();
    }
  }

  @ParameterizedTest
  @EnumSource
  void await_tells_what_is_there_and_what_is_missing(Door door) {
    ObjectStore here = here(door);
    ObjectId small = ObjectId.of("small");
    ObjectId never = ObjectId.of("never");
    stores.there().put(small, Buffer.of(new byte[1]));
    stores.there().put(id, Buffer.of(new byte[LARGE]));
    Ready ready = here.await(List.of(never, id, small), 2, Duration.ofSeconds(20));
    assertThat(ready.complete()).containsExactlyInAnyOrder(id, small);
    assertThat(ready.missing()).containsExactly(never);
    assertThat(ready.enough()).isTrue();
    assertThat(here.await(List.of(never), 1, Duration.ofMillis(10)).enough()).isFalse();
    here.delete(never);
    assertThatThrownBy(() -> here.await(List.of(never, id), 2, Duration.ofSeconds(20)))
        .isInstanceOf(ObjectDeletedException.class);
  }

  @ParameterizedTest
  @EnumSource
  void a_deleted_object_is_gone_but_for_those_who_read_it(Door door) {
    ObjectStore here = here(door);
    here.put(id, Buffer.of(floats(LARGE)));
    ObjectView reading = stores.there().get(id);
    here.delete(id);
    assertThatThrownBy(() -> here.get(id)).isInstanceOf(ObjectDeletedException.class);
    assertThatThrownBy(() -> here.put(id, Buffer.of(new byte[1])))
        .isInstanceOf(ObjectDeletedException.class);
    assertThatThrownBy(() -> here.info(id)).isInstanceOf(ObjectDeletedException.class);
    assertThat(reading.floats()).hasSize(LARGE);
    reading.close();
    reading.close();
    assertThatThrownBy(reading::floats).isInstanceOf(IllegalStateException.class);
    stores.awaitUsed(0);
  }

  @ParameterizedTest
  @EnumSource
  void wrong_calls_are_refused_and_harm_nothing(Door door) {
    ObjectStore here = here(door);
    assertThatThrownBy(() -> here.put(id, Buffer.of(new byte[0])))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here.create(id, Datatype.INT8, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here.create(id, Datatype.vector(2, 1, 2, Datatype.INT8), 1))
        .hasMessageContaining("basic type");
    assertThatThrownBy(() -> here.create(id, Datatype.INT8, 1L << 40))
        .isInstanceOf(StoreFullException.class)
        .hasMessageContaining("never fits");
    assertThatThrownBy(() -> here.await(List.of(id), 2, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> here.reduce(id, List.of(id), 1, ReductionOperator.SUM))
        .hasMessageContaining("itself");
    assertThatThrownBy(
            () ->
                here.reduce(
                    id,
                    List.of(ObjectId.random()),
                    1,
                    ReductionOperator.ofInts("mine", true, Integer::sum)))
        .hasMessageContaining("can't run the operator mine");
    here.put(id, Buffer.of(new int[100]));
    assertThatThrownBy(() -> here.read(id, Buffer.of(new int[99])))
        .hasMessageContaining("but the buffer has");
    assertThatThrownBy(() -> here.read(id, Buffer.of(new float[100])))
        .hasMessageContaining("FLOAT32");
    assertThat(here.info(ObjectId.of("unknown"))).isEmpty();
    assertThatThrownBy(() -> here.put(null, Buffer.of(new int[1])))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> here.get((ObjectId) null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> here.create(id, Datatype.INT64, Long.MAX_VALUE / 2))
        .hasMessageContaining("2^63");
    ObjectView closed = here.get(id);
    closed.close();
    assertThatThrownBy(closed::ints).isInstanceOf(IllegalStateException.class);
    assertThat(here.put(ObjectId.random(), Buffer.of(new int[LARGE]))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void what_is_null_is_named_and_ends_nothing(Door door) {
    ObjectStore here = here(door);
    List<ObjectId> withNull = Arrays.asList(id, null);
    Buffer data = Buffer.of(new int[1]);
    Map<ThrowingCallable, String> calls = new LinkedHashMap<>();
    calls.put(() -> here.putAsync(null, data), "id");
    calls.put(() -> here.put(id, null), "data");
    calls.put(() -> here.putAsync(id, null), "data");
    calls.put(() -> here.putObject(null, "x"), "id");
    calls.put(() -> here.create(null, Datatype.INT8, 1), "id");
    calls.put(() -> here.create(id, null, 1), "type");
    calls.put(() -> here.getAsync(null), "id");
    calls.put(() -> here.get(id, null), "patience");
    calls.put(() -> here.read(null, data), "id");
    calls.put(() -> here.read(id, null), "into");
    calls.put(() -> here.info(null), "id");
    calls.put(() -> here.await(withNull, 1, Duration.ZERO), "id");
    calls.put(() -> here.await(List.of(id), 1, null), "patience");
    calls.put(() -> here.delete(withNull), "id");
    calls.put(() -> here.reduce(null, List.of(id), 1, ReductionOperator.SUM), "target");
    calls.put(() -> here.reduce(id, withNull, 1, ReductionOperator.SUM), "id");
    calls.put(() -> here.reduce(id, List.of(ObjectId.of("s")), 1, null), "operator");
    calls.forEach(
        (call, name) ->
            assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name));
    assertThat(here.put(id, data)).isTrue();
    stores.awaitPending(0);
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupt_ends_a_wait_and_leaves_the_connection(Door door) throws InterruptedException {
    ObjectStore here = here(door);
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    here.get(ObjectId.of("never"));
                  } catch (CancellationException e) {
                    end.complete(e);
                  }
                });
    stores.awaitPending(1);
    waiting.interrupt();
    assertThat(end.join()).hasMessageContaining("interrupted");
    waiting.join();
    Thread.currentThread().interrupt();
    CompletableFuture<Boolean> put = here.putAsync(id, Buffer.of(new byte[10]));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(put.join()).isTrue();
    stores.awaitPending(0);
  }

  @ParameterizedTest
  @EnumSource
  void a_report_names_stores_and_objects(Door door) {
    ObjectStore here = here(door);
    here.put(id, Buffer.of(new byte[LARGE]));
    here.put(ObjectId.of("small"), Buffer.of(new byte[10]));
    stores.there().get(id).close();
    stores.awaitCopies(2, LARGE);
    stores.awaitComplete(id, 2);
    List<StoreReport> reports = here.report(true);
    assertThat(reports).extracting(StoreReport::slot).containsExactly(0, 1);
    List<ObjectInfo> objects = reports.stream().flatMap(each -> each.objects().stream()).toList();
    assertThat(objects).hasSize(2);
    ObjectInfo large = objects.stream().filter(each -> !each.small()).findFirst().orElseThrow();
    assertThat(large.size()).isEqualTo(LARGE);
    assertThat(large.places()).hasSize(2).extracting(ObjectInfo.Place::complete).containsOnly(true);
    assertThat(reports).extracting(StoreReport::used).containsExactly((long) LARGE, (long) LARGE);
    assertThat(here.report(false)).allMatch(each -> each.objects().isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void the_end_of_the_store_ends_all_calls(Door door) {
    ObjectStore here = here(door);
    CompletableFuture<ObjectView> waiting = here.getAsync(ObjectId.of("never"));
    stores.killFirst();
    assertThatThrownBy(waiting::join).hasCauseInstanceOf(StoreLostException.class);
    assertThatThrownBy(() -> here.get(id)).isInstanceOf(StoreLostException.class);
    assertThatThrownBy(() -> here.put(id, Buffer.of(new byte[LARGE])))
        .isInstanceOf(StoreLostException.class);
  }
}
