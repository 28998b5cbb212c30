package io.starling.bench.laboratory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.bench.laboratory.Laboratory.Task;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LaboratoryTest {

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  /** More tasks than workers: some have not begun when it is stopped. */
  private List<Task<Integer>> endless() {
    return IntStream.range(0, 5)
        .mapToObj(
            number ->
                new Task<>(
                    "task " + number,
                    () -> {
                      begun.countDown();
                      never.await();
                      return number;
                    }))
        .toList();
  }

  @Test
  void who_waits_for_results_is_told_when_it_stops() throws InterruptedException {
    try (Laboratory laboratory = new Laboratory(2, (_, _, _) -> {})) {
      Thread stopper =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      begun.await();
                      laboratory.stop();
                    } catch (InterruptedException _) {
                      Thread.currentThread().interrupt();
                    }
                  });
      assertThatThrownBy(() -> laboratory.all(endless())).isInstanceOf(CancellationException.class);
      stopper.join();
      assertThatThrownBy(() -> laboratory.all(endless())).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void a_task_that_fails_says_why() {
    try (Laboratory laboratory = new Laboratory(1, (_, _, _) -> {})) {
      List<Task<Integer>> failing =
          List.of(
              new Task<>(
                  "a task",
                  () -> {
                    throw new IllegalArgumentException("as planned");
                  }));
      assertThatThrownBy(() -> laboratory.all(failing))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("as planned");
    }
  }
}
