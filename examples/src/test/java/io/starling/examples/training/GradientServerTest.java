package io.starling.examples.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.examples.learning.Digits;
import io.starling.examples.learning.Network;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GradientServerTest {

  private static final int WORKERS = 3;
  private static final int IMAGES = 32;

  private final List<String> news = new ArrayList<>();
  private final List<GradientServer.Iteration> iterations = new ArrayList<>();

  @Test
  void it_learns_digits_from_the_gradients_that_come_first() throws Exception {
    Network network = train(settings(2), number -> true);
    assertThat(network.accuracy(Digits.heldOut())).isGreaterThan(0.93);
    assertThat(iterations).hasSize(300).allMatch(one -> one.gradients() == 2);
    assertThat(iterations.getLast().loss()).isLessThan(0.3 * iterations.getFirst().loss());
  }

  @Test
  void it_learns_as_well_when_a_worker_falls_silent_and_says_which_one() throws Exception {
    Network network = train(settings(2), number -> number != 2);
    assertThat(network.accuracy(Digits.heldOut())).isGreaterThan(0.93);
    assertThat(iterations).hasSize(300).allMatch(one -> one.gradients() == 2);
    assertThat(news).containsExactly("worker 2 is silent; 2 go on");
  }

  @Test
  void it_sums_fewer_gradients_when_fewer_workers_are_left_than_it_wants() throws Exception {
    Network network = train(settings(3), number -> number == 3);
    assertThat(network.accuracy(Digits.heldOut())).isGreaterThan(0.93);
    assertThat(iterations.getFirst().gradients()).isEqualTo(3);
    assertThat(iterations.getLast().gradients()).isEqualTo(1);
    assertThat(news).hasSize(2);
    assertThat(news.getLast()).matches("worker [12] is silent; 1 go on");
  }

  private static GradientServer.Settings settings(int first) {
    return new GradientServer.Settings(300, first, 0.5f, 32, Duration.ofSeconds(1), 1);
  }

  /** Workers that are not there to the end put 20 gradients. */
  private Network train(GradientServer.Settings settings, IntPredicate toTheEnd) throws Exception {
    try (ObjectStore store = ObjectStore.embedded(StoreConfiguration.first(64 << 20));
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> ends = new ArrayList<>();
      for (int number = 1; number <= WORKERS; number++) {
        int last = toTheEnd.test(number) ? Integer.MAX_VALUE : 20;
        GradientWorker worker = new GradientWorker(store, number, IMAGES, 1);
        ends.add(threads.submit(() -> worker.run(done -> done < last)));
      }
      Network network =
          new GradientServer(store, WORKERS, settings, news::add).run(iterations::add);
      for (Future<?> end : ends) {
        end.get();
      }
      assertThat(store.report(false).getFirst().entries()).isLessThan(20);
      return network;
    }
  }
}
