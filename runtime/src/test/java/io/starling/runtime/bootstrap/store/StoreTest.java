package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.client.ControlConnection;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private StoreServer server;
  private Path jobFile;

  @BeforeEach
  void openStoreForTwoRanks() throws IOException {
    server = StoreServer.open(2);
    jobFile = folder.resolve("job");
    server.jobFile().write(jobFile);
  }

  @AfterEach
  void closeStore() throws IOException {
    server.close();
  }

  private RankEnvironment rank(int rank) {
    return new RankEnvironment(rank, 2, rank, 2, false, jobFile);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void awaitFence(StoreClient client, String name) {
    while (!client.fencePassed(name)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatOneRankPutsTheOtherGets() {
    try (var zero = StoreClient.connect(rank(0));
        var one = StoreClient.connect(rank(1))) {
      zero.put("address", bytes("here"));
      zero.put("empty", new byte[0]);
      assertThat(one.get("address", LONG)).isEqualTo(bytes("here"));
      assertThat(one.get("empty", LONG)).isEmpty();
    }
  }

  @Test
  void theLargestValueArrivesWhole() {
    byte[] value = new byte[Frame.MAXIMUM_VALUE];
    value[value.length - 1] = 42;
    try (var zero = StoreClient.connect(rank(0));
        var one = StoreClient.connect(rank(1))) {
      zero.put("large", value);
      assertThat(one.get("large", LONG)).isEqualTo(value);
      assertThatThrownBy(() -> zero.put("larger", new byte[Frame.MAXIMUM_VALUE + 1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("larger");
    }
  }

  @Test
  void aGetWaitsForThePut() {
    try (var zero = StoreClient.connect(rank(0));
        var one = StoreClient.connect(rank(1))) {
      var value = CompletableFuture.supplyAsync(() -> one.get("late", LONG));
      assertThat(value).isNotDone();
      zero.put("late", bytes("came"));
      assertThat(value.join()).isEqualTo(bytes("came"));
    }
  }

  @Test
  void aGetThatTimesOutNamesTheKeyAndDoesNotDisturbTheNext() {
    try (var zero = StoreClient.connect(rank(0))) {
      assertThatThrownBy(() -> zero.get("never", SHORT))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 0")
          .hasMessageContaining("'never'");
      zero.put("never", bytes("after all"));
      zero.put("other", bytes("value"));
      assertThat(zero.get("other", LONG)).isEqualTo(bytes("value"));
    }
  }

  @Test
  void aFenceIsPassedWhenAllRanksHaveEnteredAndMayBeUsedAgain() {
    try (var zero = StoreClient.connect(rank(0));
        var one = StoreClient.connect(rank(1))) {
      for (int round = 0; round < 3; round++) {
        zero.enterFence("start");
        assertThat(zero.fencePassed("start")).isFalse();
        one.enterFence("start");
        awaitFence(zero, "start");
        awaitFence(one, "start");
        assertThat(zero.fencePassed("start")).isTrue();
      }
    }
  }

  @Test
  void aFenceThatWasNotEnteredCanNotBeAskedAndNoneIsEnteredTwice() {
    try (var zero = StoreClient.connect(rank(0))) {
      assertThatThrownBy(() -> zero.fencePassed("end")).isInstanceOf(IllegalStateException.class);
      zero.enterFence("end");
      assertThatThrownBy(() -> zero.enterFence("end")).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aFenceBreaksWhenARankLeavesWithoutEntering() {
    try (var zero = StoreClient.connect(rank(0))) {
      StoreClient one = StoreClient.connect(rank(1));
      zero.enterFence("end");
      one.close();
      assertThatThrownBy(() -> awaitFence(zero, "end"))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 1 has left")
          .hasMessageContaining("'end'");
    }
  }

  @Test
  void aFenceHoldsWhenARankLeavesAfterEntering() {
    try (var zero = StoreClient.connect(rank(0))) {
      StoreClient one = StoreClient.connect(rank(1));
      one.enterFence("end");
      one.close();
      zero.enterFence("end");
      awaitFence(zero, "end");
    }
  }

  @Test
  void aSecondJoinOfTheSameRankIsRefused() {
    try (var zero = StoreClient.connect(rank(0))) {
      assertThatThrownBy(() -> StoreClient.connect(rank(0)))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("rank 0 has already joined");
      zero.put("still", bytes("served"));
      assertThat(zero.get("still", LONG)).isEqualTo(bytes("served"));
    }
  }

  @Test
  void aRankThatTheJobDoesNotHaveIsRefused() {
    RankEnvironment third = new RankEnvironment(2, 3, 2, 3, false, jobFile);
    assertThatThrownBy(() -> StoreClient.connect(third))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("ranks 0 to 1");
  }

  @Test
  void aClientWithTheWrongSecretIsDroppedAndCounted() throws IOException {
    Path forged = folder.resolve("forged");
    JobFile real = server.jobFile();
    new JobFile(real.host(), real.port(), "00".repeat(32)).write(forged);
    assertThatThrownBy(() -> StoreClient.connect(new RankEnvironment(0, 2, 0, 2, false, forged)))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("secret");
    assertThat(server.rejectedConnections()).isEqualTo(1);
    StoreClient.connect(rank(0)).close();
  }

  @Test
  void aClientNoticesTheEndOfTheLauncher() throws IOException {
    try (var zero = StoreClient.connect(rank(0))) {
      server.close();
      assertThatThrownBy(() -> zero.get("anything", LONG))
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("launcher has ended");
    }
    assertThatThrownBy(() -> StoreClient.connect(rank(1)))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 1 can't reach its launcher");
  }

  @Test
  void aClosedClientSaysSo() {
    StoreClient zero = StoreClient.connect(rank(0));
    zero.close();
    zero.close();
    assertThatThrownBy(() -> zero.put("key", new byte[1]))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aControlConnectionReportsAndEndsWithTheLauncher() throws Exception {
    ControlConnection control = ControlConnection.connect(rank(1));
    var reports = new CompletableFuture<String>();
    var served = CompletableFuture.runAsync(() -> control.serve(() -> reports.complete("report")));
    assertThat(server.requestReports(LONG)).containsExactly(1);
    assertThat(reports).isCompletedWithValue("report");
    control.processEnds();
    assertThat(server.requestReports(LONG)).containsExactly(1);
    server.close();
    served.join();
  }
}
