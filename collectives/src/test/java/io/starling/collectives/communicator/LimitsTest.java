package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As many collectives as can be, and as few ranks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LimitsTest {

  @ParameterizedTest
  @EnumSource
  void hundreds_of_collectives_may_be_under_way(TestFabric fabric) {
    int many = 500;
    RankTeam.run(
        fabric,
        3,
        world -> {
          List<Request> requests = new ArrayList<>();
          List<int[]> values = new ArrayList<>();
          for (int i = 0; i < many; i++) {
            int[] value = {world.rank() == i % 3 ? i : -1};
            values.add(value);
            requests.add(world.iBroadcast(Buffer.of(value), i % 3));
          }
          requests.reversed().forEach(Request::await);
          for (int i = 0; i < many; i++) {
            assertThat(values.get(i)).containsExactly(i);
          }
        });
  }

  @Test
  void more_collectives_than_tags_can_number_are_refused() {
    SteppedRanks ranks = new SteppedRanks(2, 1);
    Communicator world = ranks.worlds().get(1);
    for (int i = 0; i < 1024; i++) {
      world.iBroadcast(Buffer.of(new int[1]), 0);
    }
    assertThatThrownBy(() -> world.iBroadcast(Buffer.of(new int[1]), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 1: 1024 collectives are open")
        .hasMessageContaining("broadcast of 4 bytes");
  }

  /** The barrier's machine serves both barriers; the second is the newest, not the oldest. */
  @ParameterizedTest
  @EnumSource
  void a_machine_that_is_used_again_is_not_the_oldest_under_way(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          int[] data = {world.rank()};
          world.barrier();
          for (int i = 1; i < 1023; i++) {
            world.broadcast(Buffer.of(data), 0);
          }
          Request barrier = world.iBarrier();
          Request broadcast = world.iBroadcast(Buffer.of(data), 1);
          Requests.awaitAll(List.of(barrier, broadcast));
        });
  }

  @ParameterizedTest
  @EnumSource
  void a_world_of_one_rank_has_everything(TestFabric fabric) {
    RankTeam.run(
        fabric,
        1,
        world -> {
          int[] data = {2, 3};
          int[] result = new int[2];
          world.barrier();
          world.broadcast(Buffer.of(data), 0);
          world.reduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, 0);
          assertThat(result).containsExactly(2, 3);
          world.reduce(Buffer.IN_PLACE, Buffer.of(result), ReductionOperator.SUM, 0);
          assertThat(result).containsExactly(2, 3);
          assertThat(world.iBroadcast(Buffer.of(data), 0).test()).isTrue();
        });
  }

  @Test
  void a_baseline_without_peers_takes_any_number_of_segments() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          byte[] data = new byte[1 << 20];
          for (String name : new String[] {"blocking", "waitall"}) {
            world.withAlgorithm("broadcast=" + name + ",segment=8").broadcast(Buffer.of(data), 0);
          }
        });
  }
}
