package io.starling.runtime.bootstrap.store;

import static io.starling.runtime.bootstrap.store.StoreTree.awaitAgreement;
import static io.starling.runtime.bootstrap.store.StoreTree.awaitFence;
import static io.starling.runtime.bootstrap.store.StoreTree.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.bootstrap.client.StoreClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * A job that survives failures: ranks 0 and 1 on host 1, rank 2 on host 2 below it, 3 at the root.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SupervisionTest {

  private final List<StoreClient> ranks = new ArrayList<>();
  private StoreTree tree;
  private AgentStore one;

  @BeforeEach
  void join_at_three_stores() throws Exception {
    tree = new StoreTree(5);
    tree.root.surviveFailures();
    one = tree.agent(1, tree.root.jobFile(), 0, 1, 4);
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
  }

  /** Polls until so much was heard. */
  private static List<String> hear(StoreClient rank, int events) throws InterruptedException {
    List<String> heard = new ArrayList<>();
    Supervision.Listener listener =
        new Supervision.Listener() {
          @Override
          public void failed(int other, String reason) {
            heard.add(other + " failed: " + reason);
          }

          @Override
          public void revoked(String communicator) {
            heard.add(communicator + " revoked");
          }
        };
    while (heard.size() < events) {
      rank.poll(listener);
      Thread.sleep(1);
    }
    return heard;
  }

  @Test
  void every_rank_knows_that_the_job_survives_failures() throws IOException {
    for (StoreClient rank : ranks) {
      assertThat(rank.supervision().orElseThrow().survivesFailures()).isTrue();
    }
    try (StoreTree other = new StoreTree(1);
        StoreClient rank = other.rank(0, other.root.jobFile())) {
      assertThat(rank.survivesFailures()).isFalse();
    }
  }

  @Test
  void every_rank_hears_of_a_failure_once_and_one_that_joins_later_too() throws Exception {
    tree.root.failed(2, "exit status 3");
    tree.root.failed(2, "a second reason");
    ranks.get(0).revoke("world");
    for (int rank : new int[] {0, 1, 3}) {
      assertThat(hear(ranks.get(rank), 2))
          .containsExactly("2 failed: exit status 3", "world revoked");
    }
    try (StoreClient late = tree.rank(4, one.jobFile())) {
      assertThat(hear(late, 1)).containsExactly("2 failed: exit status 3");
    }
  }

  @Test
  void every_rank_hears_of_a_revocation_once_however_many_revoke() throws Exception {
    for (StoreClient rank : ranks) {
      rank.revoke("world");
    }
    ranks.get(2).revoke("other");
    for (StoreClient rank : ranks) {
      assertThat(hear(rank, 2)).containsExactly("world revoked", "other revoked");
    }
  }

  @Test
  void a_failure_that_was_just_reported_does_not_disturb_a_fence_of_those_that_live()
      throws Exception {
    for (int rank : new int[] {0, 1, 3}) {
      ranks.get(rank).enterFence("end");
    }
    tree.root.failed(4, "never started");
    assertThat(ranks.get(0).fencePassed("end")).isFalse();
    ranks.get(2).close();
    tree.root.failed(2, "exit status 3");
    for (int rank : new int[] {0, 1, 3}) {
      awaitFence(ranks.get(rank), "end");
    }
  }

  @Test
  void an_agreement_is_the_and_of_the_flags_of_its_members() throws Exception {
    int[] flags = {0b1110, 0, 0b0111, 0b1111};
    for (int rank : new int[] {0, 2, 3}) {
      assertThat(ranks.get(rank).agreement("one")).isEmpty();
      ranks.get(rank).enterAgreement("one", set(0, 2, 3), flags[rank]);
    }
    for (int rank : new int[] {0, 2, 3}) {
      assertThat(awaitAgreement(ranks.get(rank), "one"))
          .isEqualTo(new Supervision.Agreement(0b0110, set()));
      assertThat(ranks.get(rank).agreement("one")).isEmpty();
    }
  }

  @Test
  void a_member_that_fails_does_not_hold_up_an_agreement_and_is_named_to_all() throws Exception {
    for (int rank : new int[] {0, 1, 3}) {
      ranks.get(rank).enterAgreement("shrink", set(0, 1, 2, 3), -1);
    }
    Thread.sleep(20);
    for (int rank : new int[] {0, 1, 3}) {
      assertThat(ranks.get(rank).agreement("shrink")).isEmpty();
    }
    tree.root.failed(2, "exit status 3");
    for (int rank : new int[] {0, 1, 3}) {
      assertThat(awaitAgreement(ranks.get(rank), "shrink"))
          .isEqualTo(new Supervision.Agreement(-1, set(2)));
    }
  }

  @Test
  void the_flags_of_a_member_that_fails_after_it_brought_them_count() throws Exception {
    ranks.get(2).enterAgreement("one", set(1, 2), 0b01);
    Thread.sleep(150);
    tree.root.failed(2, "exit status 3");
    ranks.get(1).enterAgreement("one", set(1, 2), 0b11);
    assertThat(awaitAgreement(ranks.get(1), "one"))
        .isEqualTo(new Supervision.Agreement(0b01, set(2)));
  }

  @Test
  void one_that_was_taken_for_failed_and_asks_late_gets_the_same_outcome() throws Exception {
    ranks.get(0).enterAgreement("one", set(0, 2), 7);
    tree.root.failed(2, "the host was silent");
    var outcome = awaitAgreement(ranks.get(0), "one");
    tree.root.failed(3, "another failure");
    ranks.get(2).enterAgreement("one", set(0, 2), 0);
    assertThat(awaitAgreement(ranks.get(2), "one")).isEqualTo(outcome);
  }

  @Test
  void a_member_that_left_without_a_word_does_not_hold_up_an_agreement() throws Exception {
    ranks.get(0).enterAgreement("one", set(0, 2), 7);
    ranks.get(2).close();
    assertThat(awaitAgreement(ranks.get(0), "one")).isEqualTo(new Supervision.Agreement(7, set(2)));
  }

  @Test
  void a_rank_that_is_no_member_can_not_enter() {
    assertThatThrownBy(() -> ranks.get(0).enterAgreement("one", set(1, 2), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rank 0 of 5");
    assertThatThrownBy(() -> ranks.get(0).enterAgreement("one", set(0, 5), 0))
        .isInstanceOf(IllegalArgumentException.class);
    ranks.get(0).enterAgreement("one", set(0, 1), 0);
    assertThatThrownBy(() -> ranks.get(0).enterAgreement("one", set(0, 1), 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_rank_that_the_job_does_not_have_can_not_fail() {
    assertThatThrownBy(() -> tree.root.failed(5, "?"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no rank 5");
  }

  @Test
  void the_end_of_the_launcher_is_not_told_by_polling() throws Exception {
    tree.root.close();
    ranks.get(0).poll(null);
    Thread.sleep(50);
    ranks.get(0).poll(null);
  }
}
