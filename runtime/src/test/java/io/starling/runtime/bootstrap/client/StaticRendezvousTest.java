package io.starling.runtime.bootstrap.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.StaticSettings;
import io.starling.runtime.bootstrap.store.StoreServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StaticRendezvousTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "ab".repeat(32);

  private final int port = freePort();

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private StaticSettings settings(int rank, int size, String secret) {
    return new StaticSettings(rank, size, new JobFile("127.0.0.1", port, secret));
  }

  /** Brings its number, learns those of all, and leaves with them. */
  private String meet(int rank, int size) throws InterruptedException {
    // The store comes last.
    Thread.sleep(rank == 0 ? 200 : 0);
    try (var others = StaticRendezvous.join(settings(rank, size, SECRET), PATIENCE)) {
      byte[] own = Integer.toString(rank).getBytes(StandardCharsets.UTF_8);
      StringBuilder all = new StringBuilder();
      others
          .exchange("numbers", own, PATIENCE)
          .forEach(value -> all.append(new String(value, StandardCharsets.UTF_8)));
      others.enterFence("end");
      while (!others.fencePassed("end")) {
        Thread.sleep(1);
      }
      return all.toString();
    }
  }

  @Test
  void ranks_meet_at_rank_0_also_where_it_comes_last() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<String>> ranks =
          IntStream.range(0, 5).<Callable<String>>mapToObj(rank -> () -> meet(rank, 5)).toList();
      for (Future<String> met : threads.invokeAll(ranks)) {
        assertThat(met.get()).isEqualTo("01234");
      }
    }
  }

  @Test
  void a_rank_without_rank_0_says_where_it_has_looked() {
    assertThatThrownBy(() -> StaticRendezvous.join(settings(1, 2, SECRET), Duration.ofMillis(300)))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 1 can't reach rank 0 at 127.0.0.1:" + port)
        .hasMessageContaining("firewall");
  }

  @Test
  void a_rank_with_another_secret_is_turned_away_at_once() throws IOException {
    try (var _ = StoreServer.open(2, settings(0, 2, SECRET).store())) {
      assertThatThrownBy(() -> StaticRendezvous.join(settings(1, 2, "cd".repeat(32)), PATIENCE))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("same secret");
    }
  }

  @Test
  void a_rank_that_leaves_after_rank_0_has_gone_leaves_in_peace() throws IOException {
    StaticSettings settings = settings(1, 2, SECRET);
    StoreServer store = StoreServer.open(2, settings.store());
    StaticRendezvous late = StaticRendezvous.join(settings, PATIENCE);
    store.close();
    assertThatThrownBy(() -> late.exchange("numbers", new byte[1], PATIENCE))
        .isInstanceOf(StarlingException.class);
    assertThatCode(late::close).doesNotThrowAnyException();
  }

  @Test
  void a_second_process_of_the_same_rank_is_refused() throws IOException {
    StaticSettings settings = settings(1, 2, SECRET);
    try (var _ = StoreServer.open(2, settings.store());
        var _ = StoreClient.connect(new Membership(1, 2, 0, 1, false), settings.store())) {
      assertThatThrownBy(() -> StaticRendezvous.join(settings, PATIENCE))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("each a different rank");
    }
  }

  @Test
  void a_port_that_is_taken_is_named() throws IOException {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> StaticRendezvous.join(settings(0, 2, SECRET), Duration.ofMillis(200)))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 0 can't listen at 127.0.0.1:" + port)
          .hasMessageContaining("STARLING_STORE");
    }
  }
}
