package io.starling.runtime.bootstrap.store;

import static io.starling.runtime.bootstrap.store.StoreTree.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Exchanges and fences of ranks 0 and 1 on host 1, rank 2 on host 2 below it, rank 3 at the root.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExchangeTest {

  private static final int SIZE = 4;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<StoreClient> ranks = new ArrayList<>();
  private StoreTree tree;

  @BeforeEach
  void join_at_three_stores() throws Exception {
    tree = new StoreTree(SIZE);
    AgentStore one = tree.agent(1, tree.root.jobFile(), 0, 1);
    AgentStore two = tree.agent(2, one.jobFileForAgents(), 2);
    for (JobFile store :
        List.of(one.jobFile(), one.jobFile(), two.jobFile(), tree.root.jobFile())) {
      ranks.add(tree.rank(ranks.size(), store));
    }
  }

  @AfterEach
  void close_all() throws IOException {
    ranks.forEach(StoreClient::close);
    tree.close();
    threads.shutdownNow();
  }

  private List<Future<List<byte[]>>> exchange(String name, int length, int... callers) {
    List<Future<List<byte[]>>> tables = new ArrayList<>();
    for (int rank : callers) {
      byte[] own = new byte[length];
      own[length - 1] = (byte) rank;
      Callable<List<byte[]>> call = () -> ranks.get(rank).exchange(name, own, LONG);
      tables.add(threads.submit(call));
    }
    return tables;
  }

  @Test
  void all_get_what_all_have_brought() throws Exception {
    for (int round = 0; round < 3; round++) {
      for (var table : exchange("round " + round, 256, 0, 1, 2, 3)) {
        assertThat(table.get()).hasSize(SIZE);
        for (int rank = 0; rank < SIZE; rank++) {
          assertThat(table.get().get(rank)).hasSize(256).endsWith((byte) rank);
        }
      }
    }
  }

  @Test
  void a_table_larger_than_a_message_arrives_in_parts() throws Exception {
    for (var table : exchange("large", Frame.MAXIMUM_VALUE, 0, 1, 2, 3)) {
      for (int rank = 0; rank < SIZE; rank++) {
        assertThat(table.get().get(rank)[Frame.MAXIMUM_VALUE - 1]).isEqualTo((byte) rank);
      }
    }
    byte[] larger = new byte[Frame.MAXIMUM_VALUE + 1];
    assertThatThrownBy(() -> ranks.get(0).exchange("larger", larger, LONG))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("larger");
  }

  @Test
  void one_that_waits_in_vain_hears_who_is_missing() {
    exchange("early", 1, 1);
    assertThatThrownBy(() -> ranks.get(2).exchange("early", new byte[1], Duration.ofMillis(300)))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 2 waited 300 ms in exchange 'early'")
        .hasMessageContaining("of 4 ranks, 2 have not come: 0, 3");
  }

  @Test
  void an_exchange_breaks_when_a_rank_has_left() {
    var tables = exchange("broken", 1, 0, 1, 3);
    ranks.get(2).close();
    for (var table : tables) {
      assertThatThrownBy(table::get)
          .hasRootCauseInstanceOf(StarlingException.class)
          .hasMessageContaining("exchange 'broken'")
          .hasMessageContaining("rank 2 has left the job");
    }
  }

  @Test
  void an_exchange_and_a_fence_break_when_a_rank_has_failed_also_later() throws Exception {
    var tables = exchange("broken", 1, 0, 3);
    ranks.get(1).enterFence("broken");
    tree.root.failed(2, "was ended by signal KILL on node2");
    for (var table : tables) {
      assertThatThrownBy(table::get)
          .hasMessageContaining("rank 2 has failed: was ended by signal KILL on node2");
    }
    assertThatThrownBy(() -> StoreTree.awaitFence(ranks.get(1), "broken"))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("fence 'broken'")
        .hasMessageContaining("rank 2 has failed");
    assertThatThrownBy(() -> ranks.get(0).exchange("later", new byte[1], LONG))
        .hasMessageContaining("rank 2 has failed");
  }

  @Test
  void why_a_rank_has_failed_is_still_known_when_its_connection_ends() throws Exception {
    tree.root.failed(2, "was ended by signal KILL on node2");
    ranks.get(2).close();
    Thread.sleep(50);
    assertThatThrownBy(() -> ranks.get(0).exchange("later", new byte[1], LONG))
        .hasMessageContaining("rank 2 has failed: was ended by signal KILL on node2");
  }

  @Test
  void an_exchange_holds_when_a_rank_fails_after_it_has_brought_its_part() throws Exception {
    assertThatThrownBy(() -> ranks.get(1).exchange("kept", new byte[1], Duration.ofMillis(1)))
        .isInstanceOf(StarlingException.class);
    tree.root.failed(1, "exit status 3");
    for (var table : exchange("kept", 1, 0, 2, 3)) {
      assertThat(table.get()).hasSize(SIZE);
    }
  }

  @Test
  void a_fence_over_all_stores_is_passed_again_and_again() throws Exception {
    for (int round = 0; round < 50; round++) {
      for (StoreClient rank : ranks) {
        rank.enterFence("again");
      }
      for (StoreClient rank : ranks) {
        StoreTree.awaitFence(rank, "again");
      }
    }
  }

  @Test
  void a_rank_that_enters_and_leaves_at_once_breaks_no_fence() throws Exception {
    ranks.get(1).enterFence("end");
    ranks.get(1).close();
    for (int rank : new int[] {0, 2, 3}) {
      ranks.get(rank).enterFence("end");
    }
    for (int rank : new int[] {0, 2, 3}) {
      StoreTree.awaitFence(ranks.get(rank), "end");
    }
  }

  @Test
  void the_ranks_of_a_lost_agent_break_what_waits_for_them() throws Exception {
    var tables = exchange("broken", 1, 3);
    tree.agents().get(1).close();
    assertThatThrownBy(tables.getFirst()::get).hasMessageContaining("rank 2 has left the job");
  }
}
