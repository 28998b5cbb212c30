package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IntercommunicatorTest {

  private static final int TAG = 5;
  private static final long SEED = Long.getLong("starling.seed", 1);

  /** Divides all ranks into two groups, in descending order, and joins these. */
  static void join(
      Communicator world, IntUnaryOperator side, BiConsumer<Intercommunicator, Integer> program) {
    int own = side.applyAsInt(world.rank());
    int remoteLeader = world.size() - 1;
    while (side.applyAsInt(remoteLeader) == own) {
      remoteLeader--;
    }
    try (Communicator group = world.split(own, -world.rank());
        Intercommunicator joined = group.createIntercommunicator(0, world, remoteLeader, TAG)) {
      program.accept(joined, own);
    }
  }

  static void inHalves(TestFabric fabric, int ranks, Consumer<Intercommunicator> program) {
    RankTeam.run(
        fabric,
        ranks,
        world -> join(world, rank -> rank % 2, (groups, _) -> program.accept(groups)));
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void collectives_move_data_from_each_group_to_the_other(TestFabric fabric) {
    RankTeam.run(
        fabric,
        5,
        world ->
            join(
                world,
                rank -> rank % 2,
                (groups, side) -> {
                  for (int count : new int[] {0, 1, 40}) {
                    new IntergroupCases(groups, side, count).check();
                  }
                }));
  }

  @Test
  void collectives_move_data_in_virtual_time() {
    var fabric = new SimulatedFabric(new HockneyNetwork(5, 2_000_000, 100), Noise.NONE, true);
    RankTeam.simulated(fabric, "virtual")
        .run(
            world ->
                join(
                    world,
                    rank -> rank % 2,
                    (groups, side) -> new IntergroupCases(groups, side, 40).check()));
    assertThat(fabric.now()).isPositive();
  }

  /** In a job with {@code --check}, all ranks also compare what they call. */
  @Test
  void a_check_finds_groups_that_call_different_collectives() {
    try (RankTeam team = RankTeam.checking(TestFabric.ADVERSARIAL, 4)) {
      team.run(world -> join(world, rank -> rank % 2, IntercommunicatorTest::disagree));
    }
  }

  private static void disagree(Intercommunicator groups, int side) {
    new IntergroupCases(groups, side, 7).check();
    Buffer one = Buffer.of(new long[1]);
    Buffer each = Buffer.of(new long[2]);
    assertThatThrownBy(
            () -> {
              if (side == 0) {
                groups.allgather(one, each);
              } else {
                groups.alltoall(each, Buffer.of(new long[2]));
              }
            })
        .isInstanceOf(StarlingException.class)
        .hasMessageContainingAll("allgather between groups", "alltoall between groups");
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 1", "3, 2", "8, 1", "8, 7", "8, 4", "13, 5"})
  void groups_may_have_any_sizes(int ranks, int first) {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        ranks,
        world ->
            join(
                world,
                rank -> rank < first ? 0 : 1,
                (groups, side) -> new IntergroupCases(groups, side, 7).check()));
  }

  @Test
  void long_messages_go_segment_by_segment() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        4,
        world ->
            join(
                world,
                rank -> rank % 2,
                (groups, side) -> new IntergroupCases(groups, side, 50_001).check()));
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void messages_go_to_ranks_of_the_other_group(TestFabric fabric) {
    inHalves(
        fabric,
        5,
        groups -> {
          int[] into = new int[1];
          List<Request> sends =
              IntStream.range(0, groups.remoteSize())
                  .mapToObj(
                      to -> groups.iSend(Buffer.of(new int[] {100 * groups.rank() + to}), to, TAG))
                  .toList();
          for (int from = 0; from < groups.remoteSize(); from++) {
            Status status = groups.receive(Buffer.of(into), from, TAG);
            assertThat(status.source()).isEqualTo(from);
            assertThat(into[0]).isEqualTo(100 * from + groups.rank());
          }
          sends.forEach(Request::await);
          groups.barrier();
          groups.synchronousSend(
              Buffer.of(new long[] {groups.rank()}), Communicator.PROC_NULL, TAG);
          if (groups.rank() == 0) {
            Request send = groups.iSend(Buffer.of(new int[] {7}), 0, 3);
            Status found = groups.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(found.source()).isZero();
            assertThat(found.tag()).isEqualTo(3);
            groups.matchedProbe(0, 3).receive(Buffer.of(into));
            assertThat(into[0]).isEqualTo(7);
            send.await();
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"false, true, 4 2 0 3 1", "true, false, 3 1 4 2 0", "false, false, 4 2 0 3 1"})
  void a_merge_puts_one_group_after_the_other(boolean even, boolean odd, String expected) {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        5,
        world ->
            join(
                world,
                rank -> rank % 2,
                (groups, side) -> {
                  try (Communicator all = groups.merge(side == 0 ? even : odd)) {
                    String[] order = expected.split(" ");
                    assertThat(all.size()).isEqualTo(5);
                    assertThat(order[all.rank()]).isEqualTo("" + world.rank());
                    int sum = all.allreduce(world.rank(), ReductionOperator.SUM);
                    assertThat(sum).isEqualTo(10);
                  }
                }));
  }

  @Test
  void a_duplicate_has_messages_of_its_own() {
    inHalves(
        TestFabric.ADVERSARIAL,
        4,
        groups -> {
          try (Intercommunicator twin = groups.duplicate()) {
            int peer = groups.rank();
            Request first = groups.iSend(Buffer.of(new int[] {1}), peer, TAG);
            Request second = twin.iSend(Buffer.of(new int[] {2}), peer, TAG);
            int[] into = new int[1];
            twin.receive(Buffer.of(into), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(into[0]).isEqualTo(2);
            groups.receive(Buffer.of(into), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(into[0]).isEqualTo(1);
            first.await();
            second.await();
            assertThat(twin.remoteGroup()).isEqualTo(groups.remoteGroup());
          }
        });
  }

  @Test
  void it_knows_both_groups() {
    RankTeam.run(
        TestFabric.LOCAL,
        5,
        world ->
            join(
                world,
                rank -> rank % 2,
                (groups, side) -> {
                  assertThat(groups.size()).isEqualTo(3 - side);
                  assertThat(groups.remoteSize()).isEqualTo(2 + side);
                  assertThat(groups.group().process(groups.rank())).isEqualTo(world.rank());
                  assertThat(groups.remoteGroup().processes())
                      .containsExactly(side == 0 ? new int[] {3, 1} : new int[] {4, 2, 0});
                  assertThat(groups.name()).isEqualTo("world.split().createIntercommunicator()");
                  groups.rename("bridge");
                  assertThat(groups)
                      .hasToString(
                          "bridge: rank %d of %d, %d remote"
                              .formatted(groups.rank(), 3 - side, 2 + side));
                }));
  }

  @Test
  void several_are_made_one_after_the_other_and_closed() {
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        4,
        world -> {
          for (int turn = 0; turn < 100; turn++) {
            join(world, rank -> rank % 2, (groups, _) -> groups.barrier());
          }
        });
  }

  @Test
  void groups_with_a_common_process_are_refused_at_all_ranks() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          try (Communicator twin = world.duplicate()) {
            Communicator group = world.rank() == 0 ? world : twin;
            assertThat(group.size()).isEqualTo(3);
            assertThatThrownBy(() -> world.createIntercommunicator(0, twin, 0, TAG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("process 0 is in both groups");
          }
        });
  }

  @Test
  void a_leader_that_passes_a_wrong_rank_fails_its_group() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          try (Communicator all = world.duplicate()) {
            if (world.rank() == 1) {
              assertThatThrownBy(() -> all.createIntercommunicator(1, world, 3, TAG))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("3 is not a rank");
            } else {
              assertThatThrownBy(() -> all.createIntercommunicator(1, null, 0, TAG))
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContaining("rank 1 of world.duplicate()")
                  .hasMessageContaining("has failed to join it to the other group");
            }
          }
        });
  }

  @Test
  void wrong_arguments_are_refused_by_name() {
    inHalves(
        TestFabric.LOCAL,
        5,
        groups -> {
          Buffer one = Buffer.of(new int[1]);
          Buffer seven = Buffer.of(new int[7]);
          int remote = groups.remoteSize();
          refused(() -> groups.broadcast(one, remote), "not a rank of the remote group", "ROOT");
          refused(() -> groups.broadcast(one, -1), "root -1");
          refused(() -> groups.send(one, remote, TAG), "destination " + remote);
          refused(() -> groups.allgather(one, seven), "7 elements", remote + " ranks");
          refused(() -> groups.allgather(Buffer.IN_PLACE, one), "IN_PLACE");
          refused(() -> groups.allreduce(one, seven, ReductionOperator.SUM), "the same count");
          refused(() -> groups.allreduce(one, one, ReductionOperator.SUM), "overlap");
          refused(
              () -> groups.reduceScatterBlock(seven, one, ReductionOperator.SUM),
              "data must have 4 bytes for each of " + groups.size());
          refused(
              () -> groups.reduce(null, null, ReductionOperator.SUM, 0), "null instead of data");
          refused(
              () -> groups.gather(null, null, Intercommunicator.ROOT), "null instead of result");
        });
  }

  private static void refused(Runnable call, String... parts) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void a_closed_one_refuses_calls_and_an_open_request_refuses_the_close() {
    inHalves(
        TestFabric.LOCAL,
        2,
        groups -> {
          Intercommunicator twin = groups.duplicate();
          var receive = twin.iReceive(Buffer.of(new int[1]), 0, TAG);
          assertThatThrownBy(twin::close)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("1 of its operations is under way");
          twin.send(new int[] {1}, 0, TAG);
          receive.await();
          var barrier = twin.iBarrier();
          barrier.await();
          twin.close();
          twin.close();
          assertThatThrownBy(twin::barrier).isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(() -> twin.send(new int[1], 0, TAG))
              .isInstanceOf(IllegalStateException.class);
        });
  }

  /** Some ranks may have the intercommunicator then; the survivors go on in any case. */
  @Test
  void a_rank_may_die_at_any_time_of_the_call() {
    for (long seed = SEED; seed < SEED + 30; seed++) {
      Random chance = new Random(seed);
      int size = 2 + chance.nextInt(6);
      int victim = chance.nextInt(size);
      MortalRanks ranks = new MortalRanks(size, seed);
      Communicator[] halves = new Communicator[size];
      ranks.run(world -> halves[world.rank()] = world.split(world.rank() % 2, world.rank()));
      ranks.dieAtLook(victim, chance.nextInt(14));
      try {
        ranks.run(world -> survive(world, halves[world.rank()], victim, ranks));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static void survive(
      Communicator world, Communicator half, int victim, MortalRanks ranks) {
    try {
      half.createIntercommunicator(0, world, 1 - world.rank() % 2, TAG).barrier();
    } catch (StarlingException e) {
      // The other leader, or a rank of its group, has died.
    }
    if (world.rank() == victim) {
      ranks.die(victim);
    }
    try (Communicator living = world.shrink()) {
      assertThat(living.allreduce(1, ReductionOperator.SUM)).isEqualTo(world.size() - 1);
    }
  }

  @Test
  void the_failure_of_a_remote_rank_is_known_by_its_rank() {
    MortalRanks ranks = new MortalRanks(4, 2);
    Intercommunicator[] joined = new Intercommunicator[4];
    Communicator[] halves = new Communicator[4];
    ranks.run(
        world -> {
          Communicator half = world.split(world.rank() % 2, world.rank());
          halves[world.rank()] = half;
          joined[world.rank()] = half.createIntercommunicator(0, world, 1 - world.rank() % 2, TAG);
        });
    ranks.run(
        world -> {
          Intercommunicator groups = joined[world.rank()];
          if (world.rank() == 3) {
            ranks.die(3);
          }
          if (world.rank() % 2 == 0) {
            assertThatThrownBy(() -> groups.receive(Buffer.of(new int[1]), 1, TAG))
                .isInstanceOfSatisfying(
                    RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(1));
            assertThat(groups.failedRanks()).containsExactly(1);
            assertThatThrownBy(
                    () -> groups.receive(Buffer.of(new int[1]), Communicator.ANY_SOURCE, TAG))
                .isInstanceOf(RankFailedException.class);
            groups.acknowledgeFailures();
            groups.receive(Buffer.of(new int[1]), Communicator.ANY_SOURCE, TAG);
            assertThatThrownBy(groups::barrier).isInstanceOf(RankFailedException.class);
            halves[world.rank()].barrier();
            groups.revoke();
          } else {
            groups.send(new int[] {1}, 0, TAG);
            groups.send(new int[] {1}, 1, TAG);
            assertThatThrownBy(() -> groups.receive(Buffer.of(new int[1]), 0, TAG))
                .isInstanceOf(CommunicatorRevokedException.class);
          }
        });
  }

  @Test
  void threads_make_several_at_a_time() {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, false, false);
    try (RankTeam team = RankTeam.threaded(TestFabric.ADVERSARIAL, 4, SEED, threading)) {
      team.run(
          world -> {
            try (Communicator first = world.split(world.rank() % 2, 0);
                Communicator second = world.split(world.rank() / 2, 0)) {
              FutureTask<Integer> other = new FutureTask<>(() -> sum(second, world, 2, 1));
              Thread.ofPlatform().daemon().start(other);
              int remoteLeader = 1 - world.rank() % 2;
              assertThat(sum(first, world, remoteLeader, 2)).isEqualTo(2);
              assertThat(other.get()).isEqualTo(2);
            } catch (InterruptedException | ExecutionException e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  private static int sum(Communicator group, Communicator world, int remoteLeader, int tag) {
    int leader = tag == 2 ? remoteLeader : 2 - world.rank() / 2 * 2;
    int[] sum = new int[1];
    for (int turn = 0; turn < 20; turn++) {
      try (Intercommunicator joined =
          group.createIntercommunicator(0, world, leader, 10 * tag + turn % 2)) {
        joined.allreduce(Buffer.of(new int[] {1}), Buffer.of(sum), ReductionOperator.SUM);
      }
    }
    return sum[0];
  }
}
