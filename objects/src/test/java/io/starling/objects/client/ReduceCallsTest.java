package io.starling.objects.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.ObjectWriter;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.Reduction;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What programs see of reduces. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ReduceCallsTest {

  private static final long MEMORY = 64 << 20;
  private static final int LARGE = 1 << 20;

  private final ObjectId id = ObjectId.of("object");
  private final ObjectId target = ObjectId.of("sum");
  private StorePair stores;

  @AfterEach
  void close() {
    stores.close();
  }

  private ObjectStore here(Door door) {
    stores = new StorePair(door, MEMORY);
    return stores.here();
  }

  @ParameterizedTest
  @EnumSource
  void the_first_sources_are_reduced_and_the_others_are_left(Door door) {
    ObjectStore here = here(door);
    List<ObjectId> sources = IntStream.range(0, 4).mapToObj(i -> ObjectId.of("s" + i)).toList();
    Reduction reduction = here.reduce(target, sources, 3, ReductionOperator.SUM);
    CompletableFuture<ObjectView> result = stores.there().getAsync(target);
    for (int i = 0; i < 3; i++) {
      double[] data = new double[LARGE / 8];
      Arrays.fill(data, 1 << i);
      (i % 2 == 0 ? here : stores.there()).put(sources.get(i), Buffer.of(data));
    }
    try (ObjectView view = result.join()) {
      assertThat(view.doubles()).containsOnly(7);
    }
    assertThat(reduction.members().join())
        .containsExactlyInAnyOrderElementsOf(sources.subList(0, 3));
    assertThat(reduction.left().join()).containsExactly(sources.get(3));
  }

  @ParameterizedTest
  @EnumSource
  void sources_of_other_sizes_or_types_fail_the_reduce_by_name(Door door) {
    ObjectStore here = here(door);
    ObjectId other = ObjectId.of("other");
    here.put(id, Buffer.of(new int[LARGE]));
    here.put(other, Buffer.of(new int[LARGE + 1]));
    Reduction reduction =
        here.reduce(ObjectId.random(), List.of(id, other), 2, ReductionOperator.SUM);
    assertThatThrownBy(() -> reduction.members().join())
        .hasMessageMatching(".*source (%s|%s) has .* bytes of INT32.*".formatted(id, other));
  }

  @ParameterizedTest
  @EnumSource
  void all_calls_for_the_result_of_a_reduce_that_failed_say_why(Door door) {
    ObjectStore here = here(door);
    ObjectId never = ObjectId.of("never");
    CompletableFuture<ObjectView> early = stores.there().getAsync(target);
    Reduction reduction = here.reduce(target, List.of(never), 1, ReductionOperator.SUM);
    here.delete(never);
    String why =
        "the reduce to object %s failed: it needs 1 of its 1 sources, of which only 0 can still come; the others were deleted, or their reduces failed"
            .formatted(target);
    assertThatThrownBy(() -> reduction.members().join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(ReduceFailedException.class)
        .hasMessageEndingWith(why);
    assertThatThrownBy(early::join)
        .hasCauseInstanceOf(ReduceFailedException.class)
        .hasMessageEndingWith(why);
    for (ObjectStore store : List.of(here, stores.there())) {
      assertThatThrownBy(() -> store.get(target))
          .isInstanceOf(ReduceFailedException.class)
          .hasMessage(why);
      assertThatThrownBy(() -> store.read(target, Buffer.of(new int[1])))
          .isInstanceOf(ReduceFailedException.class);
      assertThatThrownBy(() -> store.await(List.of(target), 1, Duration.ofMinutes(1)))
          .isInstanceOf(ReduceFailedException.class)
          .hasMessage(why);
      assertThatThrownBy(() -> store.info(target)).isInstanceOf(ReduceFailedException.class);
      assertThatThrownBy(() -> store.put(target, Buffer.of(new int[LARGE])))
          .isInstanceOf(ReduceFailedException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_source_whose_writer_gives_up_is_replaced(Door door) {
    ObjectStore here = here(door);
    List<ObjectId> sources = IntStream.range(0, 3).mapToObj(i -> ObjectId.of("s" + i)).toList();
    Reduction reduction = here.reduce(target, sources, 2, ReductionOperator.SUM);
    try (ObjectWriter half = stores.there().create(sources.get(0), Datatype.INT32, LARGE)) {
      half.written(LARGE);
      here.put(sources.get(1), Buffer.of(new int[LARGE]));
    }
    here.put(sources.get(2), Buffer.of(new int[LARGE]));
    assertThat(reduction.members().join())
        .containsExactlyInAnyOrder(sources.get(1), sources.get(2));
  }

  @ParameterizedTest
  @EnumSource
  void small_sources_that_were_written_in_place_leave_no_memory(Door door) {
    ObjectStore here = here(door);
    for (int round = 0; round < 3; round++) {
      List<ObjectId> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(ObjectId.random());
        try (ObjectWriter writer = here.create(all.get(i), Datatype.INT8, 40_000)) {
          writer.written(40_000);
          writer.seal();
        }
      }
      ObjectId sum = ObjectId.random();
      assertThat(here.reduce(sum, all, 3, ReductionOperator.SUM).members().join()).hasSize(3);
      all.add(sum);
      here.delete(all);
      stores.awaitUsed(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_delete_of_the_target_ends_the_reduce(Door door) {
    ObjectStore here = here(door);
    Reduction reduction = here.reduce(target, List.of(id), 1, ReductionOperator.SUM);
    assertThat(here.put(target, Buffer.of(new int[3]))).isFalse();
    stores.there().delete(target);
    assertThatThrownBy(() -> reduction.members().join())
        .hasCauseInstanceOf(ReduceFailedException.class)
        .hasMessageContaining("it was deleted");
    assertThatThrownBy(() -> here.get(target)).isInstanceOf(ObjectDeletedException.class);
    stores.awaitPending(0);
  }

  @ParameterizedTest
  @EnumSource
  void a_target_that_exists_stays_what_it_is(Door door) {
    ObjectStore here = here(door);
    here.put(id, Buffer.of(new int[] {4}));
    stores.there().put(target, Buffer.of(new int[] {5}));
    Reduction reduction = here.reduce(target, List.of(id), 1, ReductionOperator.SUM);
    assertThatThrownBy(() -> reduction.members().join())
        .hasCauseInstanceOf(ReduceFailedException.class)
        .hasMessageContaining("it exists");
    try (ObjectView view = here.get(target)) {
      assertThat(view.ints()).containsExactly(5);
    }
  }
}
