package io.starling.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FrontEndTest {

  private static final int MEMBERS = 3;
  private static final int QUERIES = 300;

  private final List<String> news = new ArrayList<>();
  private final List<Window> windows = new ArrayList<>();

  @Test
  void the_majority_is_right_more_often_than_a_member() throws Exception {
    serve(MEMBERS, query -> true);
    double majority = windows.stream().mapToDouble(Window::accuracy).average().orElseThrow();
    windows.clear();
    serve(1, query -> true);
    double member = windows.stream().mapToDouble(Window::accuracy).average().orElseThrow();
    assertThat(majority).isGreaterThan(0.88).isGreaterThan(member);
    assertThat(news).isEmpty();
  }

  @Test
  void a_spare_takes_the_place_of_a_member_that_died() throws Exception {
    serve(MEMBERS, query -> query < 60);
    assertThat(news).hasSize(2);
    assertThat(news.getFirst()).isEqualTo("query 62: member 3 has failed, 2 go on");
    assertThat(news.getLast()).endsWith("member 3 is back");
    assertThat(windows.getFirst().answers()).isEqualTo(MEMBERS);
    assertThat(windows.get(2).answers()).isEqualTo(MEMBERS - 1.0);
    assertThat(windows.getLast().answers()).isEqualTo(MEMBERS);
    assertThat(windows).allMatch(window -> window.accuracy() > 0.8);
  }

  /** The last member answers as long as it goes on. */
  private void serve(int members, LongPredicate goesOn) throws Exception {
    try (ObjectStore store = ObjectStore.embedded(StoreConfiguration.first(64 << 20));
        ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> ends = new ArrayList<>();
      for (int number = 1; number <= members; number++) {
        int member = number;
        LongPredicate own = member == MEMBERS ? goesOn : query -> true;
        ends.add(threads.submit(() -> Member.trained(store, member).run(own)));
      }
      ends.add(
          threads.submit(
              () -> Member.spare(store, 1).ifPresent(member -> member.run(query -> true))));
      FrontEnd.Settings settings =
          new FrontEnd.Settings(members, 1, QUERIES, 20, 50, Duration.ofSeconds(1), 100);
      new FrontEnd(store, settings, news::add).run(windows::add);
      for (Future<?> end : ends) {
        end.get();
      }
    }
  }
}
