package io.starling.objects.host;

import static io.starling.objects.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.Secret;
import io.starling.objects.StoreConfiguration;
import io.starling.objects.StoreLostException;
import io.starling.objects.protocol.Member;
import io.starling.runtime.StarlingException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StoreHostTest {

  private static final Duration SILENCE = Duration.ofSeconds(2);

  private final List<StoreHost> hosts = new ArrayList<>();
  private final List<String> notes = Collections.synchronizedList(new ArrayList<>());
  private final List<String> news = Collections.synchronizedList(new ArrayList<>());
  private final Notes heard =
      new Notes() {
        @Override
        public void accept(String text) {
          notes.add(text);
        }

        @Override
        public void news(String text) {
          news.add(text);
        }
      };
  private final StoreConfiguration first = StoreConfiguration.first(1 << 20).withSilence(SILENCE);

  @AfterEach
  void close() {
    hosts.reversed().forEach(StoreHost::kill);
  }

  private void start(int stores) {
    hosts.add(StoreHost.start(first, heard));
    for (int i = 1; i < stores; i++) {
      join();
    }
    awaitView(IntStream.range(0, stores).toArray());
  }

  private StoreHost join() {
    StoreHost joined =
        StoreHost.start(first.joining(hosts.getLast().address(), first.secret()), heard);
    hosts.add(joined);
    return joined;
  }

  /** All stores that were not killed have a view with these slots. */
  private void awaitView(int... slots) {
    List<Integer> expected = IntStream.of(slots).boxed().toList();
    await(() -> hosts.stream().allMatch(host -> slotsOf(host).equals(expected)));
  }

  private static List<Integer> slotsOf(StoreHost host) {
    return ask(host, one -> one.store().view().members().stream().map(Member::slot).toList());
  }

  private static <T> T ask(StoreHost host, Function<StoreHost, T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    assertThat(host.execute(() -> answer.complete(question.apply(host)))).isTrue();
    return answer.join();
  }

  private StoreHost remove(int index) {
    return hosts.remove(index);
  }

  @Test
  void stores_join_and_slots_are_never_given_twice() {
    start(3);
    remove(2).kill();
    awaitView(0, 1);
    join();
    awaitView(0, 1, 3);
  }

  @Test
  void the_death_of_any_store_leaves_the_others_in_a_view_without_it() {
    start(4);
    remove(0).kill();
    awaitView(1, 2, 3);
    remove(1).kill();
    awaitView(1, 3);
  }

  @Test
  void a_store_that_leaves_goes_at_once_and_hears_so() {
    start(3);
    StoreHost leaving = remove(1);
    long began = System.nanoTime();
    leaving.close();
    assertThat(leaving.ended().join()).startsWith("left with view");
    awaitView(0, 2);
    assertThat(System.nanoTime() - began).isLessThan(SILENCE.toNanos());
  }

  @Test
  void those_that_stay_say_who_joins_who_leaves_and_who_is_gone() {
    start(4);
    String[] names =
        hosts.stream()
            .map(host -> "store %d (127.0.0.1:%d)".formatted(self(host), host.address().getPort()))
            .toArray(String[]::new);
    assertThat(news)
        .contains(names[1] + " has joined; 2 stores", names[3] + " has joined; 4 stores");
    remove(3).close();
    awaitView(0, 1, 2);
    await(() -> Collections.frequency(news, names[3] + " has left; 3 stores go on") == 3);
    assertThat(notes).isEmpty();
    remove(0).kill();
    awaitView(1, 2);
    await(() -> Collections.frequency(notes, names[0] + " is gone; 2 stores go on") == 2);
    assertThat(notes).noneMatch(note -> note.contains("has left"));
  }

  private static int self(StoreHost host) {
    return ask(host, one -> one.store().self());
  }

  @Test
  void the_last_store_leaves_without_asking() {
    start(1);
    hosts.getFirst().close();
    assertThat(hosts.getFirst().ended().join()).isEqualTo("left as the last store");
    assertThat(hosts.getFirst().execute(() -> {})).isFalse();
  }

  @Test
  void a_store_that_is_busy_for_less_than_the_silence_stays() {
    start(3);
    ask(hosts.get(1), host -> pause(SILENCE.dividedBy(2)));
    assertThat(slotsOf(hosts.getFirst())).containsExactly(0, 1, 2);
    assertThat(hosts.get(1).ended()).isNotDone();
  }

  @Test
  @Tag("slow")
  void a_store_that_is_stopped_for_longer_is_left_behind_and_finds_it_out() {
    start(3);
    StoreHost stopped = remove(1);
    stopped.execute(() -> pause(SILENCE.multipliedBy(3)));
    awaitView(0, 2);
    assertThat(stopped.ended().join()).contains("1");
    assertThat(stopped.execute(() -> {})).isFalse();
  }

  @Test
  void of_three_stores_one_that_reaches_no_other_says_so() {
    start(3);
    StoreHost alone = hosts.get(2);
    remove(0).kill();
    remove(0).kill();
    await(() -> notes.stream().anyMatch(note -> note.startsWith("no quorum: store 2 reaches 1")));
    assertThat(slotsOf(alone)).contains(2);
  }

  @Test
  void a_join_fails_by_name_without_a_store_or_with_another_secret() {
    start(1);
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    assertThatThrownBy(() -> StoreHost.start(first.joining(nowhere, first.secret()), notes::add))
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining(":1");
    InetSocketAddress there = hosts.getFirst().address();
    assertThatThrownBy(() -> StoreHost.start(first.joining(there, Secret.random()), notes::add))
        .isInstanceOf(StoreLostException.class)
        .hasMessageContaining("does not know the secret");
    assertThatThrownBy(() -> StoreHost.start(first.at(there), notes::add))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("is another one there?");
    assertThat(slotsOf(hosts.getFirst())).containsExactly(0);
  }

  /** The thread of a store stands still, which is what is tested. */
  private static boolean pause(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return true;
  }
}
