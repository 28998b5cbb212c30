package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.api.SpawnAnswer;
import io.starling.runtime.bootstrap.api.SpawnOrigin;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two ranks, of which one asks for two more. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LaterRanksStoreTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final int CAPACITY = 6;
  private static final Executor OTHER_THREAD = task -> Thread.ofPlatform().daemon().start(task);

  @TempDir private Path folder;
  private StoreServer server;
  private Path jobFile;
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  @BeforeEach
  void openStoreForTwoRanks() throws IOException {
    server = StoreServer.open(2, CAPACITY, InetAddress.getLoopbackAddress(), PATIENCE);
    server.onSpawn(
        new SpawnListener() {
          @Override
          public void asked(int rank, String name, byte[] request) {
            events.add("%d asks as %s for %s".formatted(rank, name, SpawnRequest.decode(request)));
          }

          @Override
          public void cameUp(int first) {
            events.add("up " + first);
          }
        });
    jobFile = folder.resolve("job");
    server.jobFile().write(jobFile);
  }

  @AfterEach
  void closeStore() throws IOException {
    server.close();
  }

  private StoreClient join(int first, int rank) {
    var numbers = new ProcessNumbers(first, CAPACITY, false);
    return StoreClient.connect(new RankEnvironment(rank, 2, rank, 2, false, jobFile, numbers));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] awaitValue(Spawner spawner, String key) {
    Optional<byte[]> value = Optional.empty();
    while (value.isEmpty()) {
      value = spawner.find(key);
      Thread.onSpinWait();
    }
    return value.get();
  }

  private static void awaitFence(StoreClient client) {
    client.enterFence("departure");
    while (!client.fencePassed("departure")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_request_reaches_the_launcher_and_its_answer_the_rank() throws InterruptedException {
    var request =
        new SpawnRequest(
            new SpawnOrigin(1),
            List.of(
                new SpawnRequest.Program(
                    2, true, List.of("Main", "närrisch"), Map.of("A", "1"), List.of("node1"))));
    try (var one = join(0, 1)) {
      one.spawn("1/0", request);
      assertThat(events.take()).isEqualTo("1 asks as 1/0 for " + request);
      assertThat(one.find(SpawnAnswer.key("1/0"))).isEmpty();
      server.put(SpawnAnswer.key("1/0"), new SpawnAnswer(2, "no närrisch").encode());
      SpawnAnswer answer = SpawnAnswer.decode(awaitValue(one, SpawnAnswer.key("1/0")));
      assertThat(answer).isEqualTo(new SpawnAnswer(2, "no närrisch"));
      assertThat(answer.isSuccess()).isFalse();
    }
  }

  @Test
  void a_search_that_was_given_up_does_not_make_a_later_one_find_an_old_value() {
    try (var zero = join(0, 0);
        var one = join(0, 1)) {
      assertThat(zero.find("name")).isEmpty();
      zero.forget("name");
      for (String value : List.of("old", "new")) {
        one.put("name", bytes(value));
        assertThat(awaitValue(one, "name")).isEqualTo(bytes(value));
      }
      assertThat(awaitValue(zero, "name")).isEqualTo(bytes("new"));
    }
  }

  @Test
  void worlds_have_exchanges_and_fences_of_their_own() throws InterruptedException {
    server.admit(2, 2);
    try (var zero = join(0, 0);
        var one = join(0, 1);
        var two = join(2, 0);
        var three = join(2, 1)) {
      var first =
          CompletableFuture.supplyAsync(
              () -> zero.exchange("addresses", bytes("0"), PATIENCE), OTHER_THREAD);
      var second =
          CompletableFuture.supplyAsync(
              () -> two.exchange("addresses", bytes("2"), PATIENCE), OTHER_THREAD);
      assertThat(three.exchange("addresses", bytes("3"), PATIENCE))
          .containsExactly(bytes("2"), bytes("3"));
      assertThat(second.join()).containsExactly(bytes("2"), bytes("3"));
      assertThat(first).isNotDone();
      assertThat(events.take()).isEqualTo("up 2");
      assertThat(one.exchange("addresses", bytes("1"), PATIENCE))
          .containsExactly(bytes("0"), bytes("1"));
      var passed = CompletableFuture.runAsync(() -> awaitFence(two), OTHER_THREAD);
      awaitFence(three);
      passed.join();
    }
  }

  @Test
  void a_world_comes_up_when_all_its_ranks_have_come_whatever_members_one_names() throws Exception {
    server.admit(2, 2);
    try (var two = new RawClient(server.jobFile()).join(2, Role.JOIN);
        var three = join(2, 1)) {
      var alone = new Contribution(StoreTree.set(2), Contribution.of(2, bytes("2")).entries());
      two.send(alone.frames(FrameType.EXCHANGE, "2/addresses").getFirst());
      assertThat(three.exchange("addresses", bytes("3"), PATIENCE))
          .containsExactly(bytes("2"), bytes("3"));
      // The ranks have their answer before the listener hears of it.
      assertThat(events.take()).isEqualTo("up 2");
      assertThat(events).isEmpty();
    }
  }

  @Test
  void an_agreement_waits_for_no_rank_that_the_job_does_not_have_yet() throws Exception {
    try (var zero = join(0, 0)) {
      zero.enterAgreement("all", StoreTree.set(0, CAPACITY - 1), 5);
      assertThat(StoreTree.awaitAgreement(zero, "all").flags()).isEqualTo(5);
    }
  }

  @Test
  void ranks_join_only_after_they_were_admitted() {
    assertThatThrownBy(() -> join(2, 0))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("this job has the ranks 0 to 1");
    server.admit(2, 2);
    join(2, 0).close();
  }

  @Test
  void a_failed_rank_breaks_the_exchange_of_its_world_and_of_no_other() {
    server.admit(2, 2);
    server.failed(3, "was given up");
    try (var zero = join(0, 0);
        var one = join(0, 1);
        var two = join(2, 0)) {
      assertThatThrownBy(() -> two.exchange("addresses", bytes("2"), PATIENCE))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 3 has failed: was given up");
      var other =
          CompletableFuture.supplyAsync(
              () -> zero.exchange("addresses", bytes("0"), PATIENCE), OTHER_THREAD);
      assertThat(one.exchange("addresses", bytes("1"), PATIENCE)).hasSize(2);
      assertThat(other.join()).hasSize(2);
    }
  }

  @Test
  void a_value_is_found_once_and_a_wait_between_disturbs_nothing() {
    try (var zero = join(0, 0);
        var one = join(0, 1)) {
      assertThat(zero.find("key")).isEmpty();
      assertThatThrownBy(() -> zero.get("never", SHORT)).isInstanceOf(StarlingException.class);
      one.put("key", bytes("value"));
      one.put("other", bytes("there"));
      assertThat(zero.get("other", PATIENCE)).isEqualTo(bytes("there"));
      assertThat(awaitValue(zero, "key")).isEqualTo(bytes("value"));
      assertThat(awaitValue(zero, "key")).isEqualTo(bytes("value"));
    }
  }

  @Test
  void a_job_without_room_has_no_way_to_more_ranks() {
    try (var alone =
        StoreClient.connect(
            new RankEnvironment(0, 2, 0, 2, false, jobFile, ProcessNumbers.fixed(2, false)))) {
      assertThat(alone.spawner()).isEmpty();
    }
    try (var one = join(0, 1)) {
      assertThat(one.spawner()).isPresent();
    }
  }
}
