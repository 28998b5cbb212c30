package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SplittingTest {

  private static long sum(Communicator communicator, long mine) {
    long[] result = new long[1];
    communicator.reduce(Buffer.of(new long[] {mine}), Buffer.of(result), ReductionOperator.SUM, 0);
    communicator.broadcast(Buffer.of(result), 0);
    return result[0];
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void ranks_of_one_color_are_numbered_by_their_keys(TestFabric fabric) {
    RankTeam.run(
        fabric,
        7,
        world -> {
          try (Communicator half = world.split(world.rank() % 2, -world.rank())) {
            int members = world.rank() % 2 == 0 ? 4 : 3;
            assertThat(half.size()).isEqualTo(members);
            assertThat(half.rank()).isEqualTo(members - 1 - world.rank() / 2);
            assertThat(sum(half, world.rank())).isEqualTo(world.rank() % 2 == 0 ? 12 : 9);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void the_source_of_a_message_is_a_rank_of_its_communicator(TestFabric fabric) {
    RankTeam.run(
        fabric,
        7,
        world -> {
          try (Communicator half = world.split(world.rank() % 2, -world.rank())) {
            if (half.rank() > 0) {
              half.send(Buffer.of(new long[] {world.rank()}), 0, 3);
              return;
            }
            for (int i = 1; i < half.size(); i++) {
              long[] process = new long[1];
              Status probed = half.probe(Communicator.ANY_SOURCE, 3);
              Status status = half.receive(Buffer.of(process), Communicator.ANY_SOURCE, 3);
              assertThat(half.size() - 1 - process[0] / 2).isEqualTo(status.source());
              assertThat(status.source()).isEqualTo(probed.source());
            }
          }
        });
  }

  @Test
  void equal_keys_keep_the_order_and_other_ranks_get_none() {
    RankTeam.run(
        TestFabric.LOCAL,
        5,
        world -> {
          boolean isIn = world.rank() >= 2;
          Communicator some = world.split(isIn ? 7 : Communicator.UNDEFINED, 0);
          if (isIn) {
            assertThat(some.rank()).isEqualTo(world.rank() - 2);
            assertThat(sum(some, 1)).isEqualTo(3);
            some.close();
          } else {
            assertThat(some).isNull();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(value = TestFabric.class, names = "SYNCHRONOUS", mode = EnumSource.Mode.EXCLUDE)
  void a_message_that_nobody_received_does_not_turn_up_in_the_next_communicator(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          for (int value : new int[] {111, 222}) {
            try (Communicator other = world.duplicate()) {
              int[] received = {-1};
              if (world.rank() == 0) {
                other.send(Buffer.of(new int[] {value}), 1, 5);
              } else if (value == 222) {
                other.receive(Buffer.of(received), 0, 5);
                assertThat(received).containsExactly(222);
              }
            }
            world.barrier();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void messages_of_a_duplicate_are_kept_apart(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Communicator other = world.duplicate()) {
            int[] first = {-1};
            int[] second = {-1};
            if (world.rank() == 0) {
              Request early = other.iSend(Buffer.of(new int[] {2}), 1, 5);
              world.send(Buffer.of(new int[] {1}), 1, 5);
              early.await();
            } else {
              world.receive(Buffer.of(first), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
              other.receive(Buffer.of(second), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
              assertThat(first).containsExactly(1);
              assertThat(second).containsExactly(2);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void messages_go_to_ranks_of_the_new_communicator_and_say_who_sent_them(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world -> {
          try (Communicator turned = world.split(0, -world.rank())) {
            int next = (turned.rank() + 1) % 5;
            int previous = (turned.rank() + 4) % 5;
            Request sent = turned.iSend(Buffer.of(new int[] {world.rank()}), next, 3);
            int[] got = new int[1];
            Status status = turned.receive(Buffer.of(got), Communicator.ANY_SOURCE, 3);
            sent.await();
            assertThat(status.source()).isEqualTo(previous);
            assertThat(got).containsExactly(4 - previous);
          }
        });
  }

  @Test
  void communicators_are_split_again_and_used_at_the_same_time() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        8,
        world -> {
          try (Communicator half = world.split(world.rank() / 4, world.rank());
              Communicator quarter = half.split(half.rank() / 2, half.rank());
              Communicator all = world.duplicate()) {
            long[] data = {world.rank()};
            long[] ofWorld = new long[1];
            long[] ofQuarter = new long[1];
            List<Request> open = new ArrayList<>();
            open.add(all.iReduce(Buffer.of(data), Buffer.of(ofWorld), ReductionOperator.SUM, 0));
            open.add(
                quarter.iReduce(Buffer.of(data), Buffer.of(ofQuarter), ReductionOperator.SUM, 0));
            open.add(half.iBarrier());
            open.forEach(Request::await);
            if (quarter.rank() == 0) {
              assertThat(ofQuarter[0]).isEqualTo(2L * world.rank() + 1);
            }
            if (world.rank() == 0) {
              assertThat(ofWorld[0]).isEqualTo(28);
            }
          }
        });
  }

  @Test
  void levels_give_the_ranks_that_share_something_and_leaders_are_split_off() {
    Placed placed = Placed.on("node:3 package:2 core:2 pu:1", 12, Mapping.BY_NODE);
    try (RankTeam team = RankTeam.placed(TestFabric.LOCAL, 12, placed::layout)) {
      team.run(
          world -> {
            try (Communicator node = world.splitByLevel(Level.NODE);
                Communicator socket = node.splitByLevel(Level.PACKAGE);
                Communicator cluster = world.splitByLevel(Level.CLUSTER);
                Communicator core = world.splitByLevel(Level.CORE)) {
              assertThat(node.size()).isEqualTo(4);
              assertThat(node.rank()).isEqualTo(world.rank() / 3);
              assertThat(sum(node, world.rank())).isEqualTo(4L * (world.rank() % 3) + 18);
              assertThat(socket.size()).isEqualTo(2);
              assertThat(cluster.size()).isEqualTo(12);
              assertThat(core.size()).isEqualTo(1);
              boolean leads = node.rank() == 0;
              Communicator leaders = world.split(leads ? 0 : Communicator.UNDEFINED, world.rank());
              assertThat(leaders == null).isEqualTo(!leads);
              if (leads) {
                assertThat(leaders.size()).isEqualTo(3);
                assertThat(sum(leaders, world.rank())).isEqualTo(3);
                leaders.close();
              }
            }
          });
    }
  }

  @Test
  void a_derived_communicator_knows_the_levels_of_its_ranks() {
    Placed placed = Placed.on("node:2 package:2 core:4 pu:1", 16, Mapping.SHUFFLED);
    try (RankTeam team = RankTeam.placed(TestFabric.ADVERSARIAL, 16, placed::layout)) {
      team.run(
          world -> {
            try (Communicator odd = world.split(world.rank() % 3, -world.rank());
                Communicator chosen = odd.withAlgorithm("reduce=topology,segment=1K")) {
              new ReduceContract(chosen, chosen.size() - 1, 1000, TestOperators.SUM).check();
            }
          });
    }
  }

  @Test
  void ranks_that_split_in_different_ways_are_told() {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 2)) {
      team.run(
          world ->
              assertThatThrownBy(
                      () -> {
                        if (world.rank() == 0) {
                          world.duplicate();
                        } else {
                          world.splitByLevel(Level.NODE);
                        }
                      })
                  .hasMessageContainingAll("duplicate()", "splitByLevel(NODE)"));
    }
  }

  @Test
  void a_negative_color_is_refused_by_name() {
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world ->
            assertThatThrownBy(() -> world.split(-2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("color -2"));
  }

  @Test
  void the_largest_colors_and_keys_are_colors_and_keys() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          int key = world.rank() == 0 ? Integer.MAX_VALUE : -world.rank() - 2;
          try (Communicator all =
              world.split(Integer.MAX_VALUE, world.rank() == 1 ? Integer.MIN_VALUE : key)) {
            assertThat(all.size()).isEqualTo(3);
            assertThat(all.rank()).isEqualTo(List.of(2, 0, 1).get(world.rank()));
          }
        });
  }

  @Test
  void ranks_of_a_derived_communicator_are_checked_for_agreement() {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 3)) {
      team.run(
          world -> {
            int color = world.rank() == 0 ? Communicator.UNDEFINED : 0;
            Communicator pair = world.split(color, -world.rank());
            if (pair != null) {
              assertThatThrownBy(() -> pair.broadcast(Buffer.of(new int[4]), pair.rank()))
                  .hasMessageContaining(
                      "rank %d calls broadcast(%s, root %d), but rank %d calls"
                          .formatted(
                              world.rank(), Buffer.of(new int[4]), pair.rank(), 3 - world.rank()));
              pair.close();
            }
            world.barrier();
          });
    }
  }
}
