package io.starling.examples.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreConfiguration;
import io.starling.runtime.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WorkersTest {

  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final Buffer MODEL = Buffer.of(new float[] {1, 2});

  private final ObjectStore store = ObjectStore.embedded(StoreConfiguration.first(64 << 20));
  private final List<String> news = new ArrayList<>();
  private final Worker first = new Worker(store, "test", 1);
  private final Worker second = new Worker(store, "test", 2);
  private final Workers workers = new Workers(store, "test", 2, PATIENCE, news::add);

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void every_worker_gets_the_model_and_an_end() {
    workers.start(MODEL);
    assertThat(first.next()).hasValueSatisfying(model -> assertThat(model).containsExactly(1, 2));
    assertThat(second.next()).isPresent();
    workers.dismiss();
    assertThat(first.next()).isEmpty();
    assertThat(second.next()).isEmpty();
  }

  @Test
  void whose_result_was_taken_gets_the_next_model_and_others_do_not() {
    workers.start(MODEL);
    assertThat(first.next()).isPresent();
    assertThat(second.next()).isPresent();
    second.answer(Buffer.of(22));
    List<ObjectId> taken = workers.first(1);
    try (ObjectView view = store.get(taken.getFirst())) {
      assertThat(view.ints()).containsExactly(22);
    }
    workers.proceed(taken, Buffer.of(new float[] {3, 4}));
    assertThat(second.next()).hasValueSatisfying(model -> assertThat(model).containsExactly(3, 4));
    first.answer(Buffer.of(11));
    try (ObjectView view = store.get(workers.first(1).getFirst())) {
      assertThat(view.ints()).containsExactly(11);
    }
  }

  @Test
  void a_worker_that_is_silent_is_not_waited_for_and_may_come_back() {
    workers.start(MODEL);
    assertThat(first.next()).isPresent();
    first.answer(Buffer.of(11));
    assertThat(workers.first(2)).hasSize(1);
    assertThat(news).containsExactly("worker 2 is silent; 1 go on");
    assertThat(second.next()).isPresent();
    second.answer(Buffer.of(22));
    List<ObjectId> taken = store.await(workers.pending(), 2, PATIENCE).complete().stream().toList();
    workers.proceed(taken, MODEL);
    assertThat(news).endsWith("worker 2 is back");
    assertThat(workers.living()).isEqualTo(2);
  }

  @Test
  void a_master_without_workers_says_so() {
    workers.start(MODEL);
    assertThatThrownBy(() -> workers.first(1)).hasMessage("no worker is left");
  }

  @Test
  void a_second_job_on_the_same_store_says_so() {
    workers.start(MODEL);
    Workers again = new Workers(store, "test", 2, PATIENCE, news::add);
    assertThatThrownBy(() -> again.start(MODEL)).hasMessageContaining("an earlier job");
  }

  @Test
  void what_was_used_is_deleted() {
    workers.start(MODEL);
    for (int round = 0; round < 20; round++) {
      assertThat(first.next()).isPresent();
      assertThat(second.next()).isPresent();
      first.answer(Buffer.of(1));
      second.answer(Buffer.of(2));
      workers.proceed(workers.first(2), MODEL);
    }
    assertThat(store.report(true))
        .singleElement()
        .satisfies(report -> assertThat(report.objects()).hasSizeLessThan(8));
  }
}
