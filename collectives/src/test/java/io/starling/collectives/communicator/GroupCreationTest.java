package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import io.starling.runtime.Buffer;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.thread.Threading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Communicators that are made from groups, by all ranks or by the members alone. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GroupCreationTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private static long sum(Communicator communicator, long mine) {
    long[] result = new long[1];
    communicator.allreduce(Buffer.of(new long[] {mine}), Buffer.of(result), ReductionOperator.SUM);
    return result[0];
  }

  /** It has the processes of the group in their order, and they reach each other. */
  private static void assertIsOf(Group group, Communicator communicator, Communicator world) {
    assertThat(communicator.group()).isEqualTo(group);
    assertThat(communicator.rank()).isEqualTo(group.rankOf(world.rank()));
    long expected = IntStream.of(group.processes()).mapToLong(process -> 1L << process).sum();
    assertThat(sum(communicator, 1L << world.rank())).isEqualTo(expected);
    int[] got = new int[1];
    int next = (communicator.rank() + 1) % communicator.size();
    int previous = (communicator.rank() + communicator.size() - 1) % communicator.size();
    Status status =
        communicator.sendReceive(
            Buffer.of(new int[] {world.rank()}),
            next,
            3,
            Buffer.of(got),
            Communicator.ANY_SOURCE,
            Communicator.ANY_TAG);
    assertThat(status.source()).isEqualTo(previous);
    assertThat(got).containsExactly(group.process(previous));
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void all_ranks_make_communicators_of_groups_that_have_no_process_in_common(TestFabric fabric) {
    Group first = Group.of(5, 0, 2);
    Group second = Group.of(1, 6);
    RankTeam.run(
        fabric,
        7,
        world -> {
          Group own = second.contains(world.rank()) ? second : first;
          try (Communicator made = world.create(world.rank() == 3 ? Group.EMPTY : own)) {
            if (own.contains(world.rank())) {
              assertIsOf(own, made, world);
              assertThat(made.name()).isEqualTo("world.create()");
            } else {
              assertThat(made).isNull();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void the_members_of_a_group_make_a_communicator_alone(TestFabric fabric) {
    RankTeam.run(
        fabric,
        7,
        world -> {
          try (Communicator turned = world.split(0, -world.rank())) {
            Group six = turned.group().exclude(2);
            if (six.contains(world.rank())) {
              try (Communicator made = turned.createGroup(six, Communicator.MAX_TAG)) {
                assertIsOf(six, made, world);
                assertThat(made.name()).isEqualTo("world.split().createGroup()");
                assertThat(made.compare(turned)).isEqualTo(Comparison.UNEQUAL);
              }
              Group alone = Group.of(world.rank());
              try (Communicator self = turned.createGroup(alone, 0)) {
                assertIsOf(alone, self, world);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void its_messages_are_neither_those_of_the_parent_nor_those_of_the_agreement(TestFabric fabric) {
    RankTeam.run(
        fabric,
        3,
        world -> {
          int[] got = new int[1];
          var early = world.iReceive(Buffer.of(got), Communicator.ANY_SOURCE, 7);
          for (int turn = 0; turn < 3; turn++) {
            try (Communicator made = world.createGroup(world.group(), 7)) {
              assertIsOf(world.group(), made, world);
            }
          }
          world.send(Buffer.of(new int[] {9}), (world.rank() + 1) % 3, 7);
          early.await();
          assertThat(got).containsExactly(9);
        });
  }

  /** Some of the processes, in any order. */
  private static Group random(int size, Random chance) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(all, chance);
    return Group.of(
        all.stream().limit(1 + chance.nextInt(size)).mapToInt(Integer::intValue).toArray());
  }

  private static int number(Communicator communicator) {
    return ((RankCommunicator) communicator).member().context().number();
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void groups_that_overlap_are_made_by_several_threads_at_the_same_time(TestFabric fabric) {
    int size = 5;
    int count = 6;
    Random chance = new Random(SEED);
    List<Group> groups = Stream.generate(() -> random(size, chance)).limit(4L * count).toList();
    try (RankTeam team =
        RankTeam.threaded(fabric, size, SEED, new Threading(ThreadLevel.MULTIPLE, false))) {
      team.run(
          world -> {
            List<Communicator> made = Collections.synchronizedList(new ArrayList<>());
            List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
            Collections.shuffle(order, new Random(SEED + world.rank()));
            ThreadStormTest.onThreads(
                count,
                thread -> {
                  int tag = order.get(thread);
                  for (int i = tag; i < groups.size(); i += count) {
                    Group group = groups.get(i);
                    if (group.contains(world.rank())) {
                      Communicator communicator = world.createGroup(group, tag);
                      made.add(communicator);
                      assertIsOf(group, communicator, world);
                    }
                  }
                });
            assertThat(made.stream().map(GroupCreationTest::number)).doesNotHaveDuplicates();
            world.barrier();
            made.forEach(Communicator::close);
          });
    } catch (AssertionError e) {
      throw new AssertionError("seed " + SEED, e);
    }
  }

  @Test
  void splits_and_groups_of_several_threads_do_not_wait_for_each_other() {
    try (RankTeam team =
        RankTeam.threaded(
            TestFabric.ADVERSARIAL, 3, SEED, new Threading(ThreadLevel.MULTIPLE, false))) {
      team.run(
          world -> {
            Communicator other = world.duplicate();
            ThreadStormTest.onThreads(
                3,
                thread -> {
                  switch (thread) {
                    case 0 -> {
                      // Rank 2 comes only when rank 0 has its other communicator.
                      if (world.rank() == 2) {
                        world.receive(Buffer.of(new byte[1]), 0, 9);
                      }
                      world.split(0, 0).close();
                    }
                    case 1 -> {
                      if (world.rank() > 0) {
                        if (world.rank() == 2) {
                          world.receive(Buffer.of(new byte[1]), 0, 8);
                        }
                        world.createGroup(Group.of(1, 2), 1).close();
                      }
                    }
                    default -> {
                      if (world.rank() < 2) {
                        world.createGroup(Group.of(0, 1), 2).close();
                        if (world.rank() == 0) {
                          world.send(Buffer.of(new byte[1]), 2, 9);
                          world.send(Buffer.of(new byte[1]), 2, 8);
                        }
                      }
                    }
                  }
                });
            other.close();
          });
    }
  }

  @Test
  void more_groups_than_numbers_are_made_one_after_the_other() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          Group pair = Group.of(2, 0);
          if (pair.contains(world.rank())) {
            for (int i = 0; i < Tags.MAX_CONTEXTS + 10; i++) {
              world.createGroup(pair, i).close();
            }
          }
          world.duplicate().close();
        });
  }

  @Test
  void more_groups_than_numbers_at_a_time_are_refused_on_all_members() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          List<Communicator> open = new ArrayList<>();
          for (int i = 1; i < Tags.MAX_CONTEXTS; i++) {
            open.add(world.createGroup(world.group(), 0));
          }
          assertThatThrownBy(() -> world.createGroup(world.group(), 0))
              .isInstanceOf(StarlingException.class)
              .hasMessageContaining("4096 communicators are open, which is the limit");
          open.forEach(Communicator::close);
          world.createGroup(world.group(), 0).close();
        });
  }

  @Test
  void ranks_that_have_used_other_numbers_find_a_common_one() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          List<Communicator> open = new ArrayList<>();
          for (int i = 0; i < 40 * world.rank(); i++) {
            open.add(world.createGroup(Group.of(world.rank()), 0));
          }
          try (Communicator made = world.createGroup(Group.of(2, 0), 4)) {
            assertIsOf(Group.of(2, 0), made, world);
            assertThat(number(made)).isGreaterThan(80);
          } catch (IllegalArgumentException e) {
            assertThat(world.rank()).isEqualTo(1);
          }
          try (Communicator all = world.duplicate()) {
            assertThat(sum(all, 1)).isEqualTo(3);
          }
          open.forEach(Communicator::close);
        });
  }

  private static boolean hasBoard(Communicator communicator) {
    return ((RankCommunicator) communicator).member().context().board() != null;
  }

  @Test
  void a_group_has_a_board_unless_a_member_uses_numbers_again() {
    RankTeam.run(
        TestFabric.SHARED,
        3,
        world -> {
          Group pair = Group.of(0, 2);
          Group self = Group.of(world.rank());
          if (pair.contains(world.rank())) {
            try (Communicator made = world.createGroup(pair, 0)) {
              assertThat(hasBoard(made)).isTrue();
              assertIsOf(pair, made, world);
            }
          }
          for (int i = 0; i < Tags.MAX_CONTEXTS && world.rank() == 0; i++) {
            world.createGroup(self, 0).close();
          }
          if (pair.contains(world.rank())) {
            try (Communicator made = world.createGroup(pair, 0)) {
              assertThat(hasBoard(made)).isFalse();
              assertIsOf(pair, made, world);
            }
          }
          Group others = Group.of(1, 2);
          if (others.contains(world.rank())) {
            try (Communicator made = world.createGroup(others, 0)) {
              assertThat(hasBoard(made)).isTrue();
              assertIsOf(others, made, world);
            }
          }
        });
  }

  private static void refused(ThrowingCallable call, String... culprits) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rank ")
        .hasMessageContainingAll(culprits);
  }

  @Test
  void wrong_groups_and_tags_are_named() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          String stranger =
              "process 7, rank 1 of the group of 2 processes: 0, 7, is not in world, which has 3"
                  + " ranks";
          refused(() -> world.create(Group.of(0, 7)), stranger);
          refused(() -> world.createGroup(Group.of(0, 7), 0), stranger);
          refused(() -> world.createGroup(world.group(), -1), "tag -1 is out of range");
          refused(() -> world.createGroup(world.group(), Integer.MIN_VALUE), "tag -2147483648");
          refused(
              () -> world.createGroup(Group.EMPTY, 0),
              "this rank is not in the group of 0 processes; createGroup is called by its ranks",
              "create by all ranks of world");
          refused(
              () -> world.createGroup(Group.of((world.rank() + 1) % 3), 0), "this rank is not in");
          Communicator closed = world.duplicate();
          closed.close();
          for (ThrowingCallable call :
              List.<ThrowingCallable>of(
                  () -> closed.create(Group.EMPTY),
                  () -> closed.createGroup(Group.of(world.rank()), 0))) {
            assertThatThrownBy(call)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
          }
          world.barrier();
        });
  }

  @Test
  void ranks_that_pass_different_groups_are_told() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Group own = world.rank() == 0 ? Group.of(0, 1) : Group.of(1, 0);
          assertThatThrownBy(() -> world.create(own))
              .isInstanceOf(StarlingException.class)
              .hasMessageContainingAll(
                  "rank " + world.rank() + ", create(): this rank's group has the ranks ",
                  "but only the ranks [" + world.rank() + "] have passed it",
                  "All ranks of a group must pass the same group");
          world.barrier();
        });
  }

  @Test
  void a_rank_that_counts_itself_to_the_group_of_others_is_told() {
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          Group pair = Group.of(0, 1);
          if (world.rank() == 2) {
            assertThatThrownBy(() -> world.create(Group.of(0, 1, 2)))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("but only the ranks [2] have passed it");
          } else {
            try (Communicator made = world.create(pair)) {
              assertIsOf(pair, made, world);
            }
          }
          world.barrier();
        });
  }

  @Test
  void members_that_pass_different_groups_with_a_tag_are_told() {
    RankTeam.run(
        TestFabric.LOCAL,
        4,
        world -> {
          Group own = world.rank() == 3 ? Group.of(0, 2, 1, 3) : Group.of(0, 1, 2, 3);
          assertThatThrownBy(() -> world.createGroup(own, 5))
              .isInstanceOf(StarlingException.class)
              .hasMessageContainingAll(
                  "rank " + world.rank() + ", createGroup(group of 4 processes: ",
                  "tag 5): other ranks have passed another group or tag");
          world.barrier();
        });
  }

  /** Some members may have the communicator then; the survivors go on in any case. */
  @Test
  void a_member_may_die_at_any_time_of_the_call() {
    for (long seed = SEED; seed < SEED + 30; seed++) {
      Random chance = new Random(seed);
      int size = 2 + chance.nextInt(6);
      int victim = chance.nextInt(size);
      MortalRanks ranks = new MortalRanks(size, seed);
      ranks.dieAtLook(victim, chance.nextInt(12));
      ranks.run(world -> survive(world, victim, ranks));
    }
  }

  private static void survive(Communicator world, int victim, MortalRanks ranks) {
    Group all = world.group();
    try {
      assertThat(world.createGroup(all, 6).group()).isEqualTo(all);
    } catch (RankFailedException e) {
      assertThat(e.ranks()).containsExactly(victim);
    }
    if (world.rank() == victim) {
      ranks.die(victim);
    }
    Group living = all.exclude(victim);
    try (Communicator first = world.createGroup(living, 6);
        Communicator second = world.createGroup(living, 6);
        Communicator shrunken = world.shrink();
        Communicator part = shrunken.createGroup(living, 6)) {
      for (Communicator made : List.of(first, second, shrunken, part)) {
        assertIsOf(living, made, world);
      }
    }
  }

  @Test
  void a_member_that_has_died_is_named_and_another_rank_is_not_missed() {
    for (long seed = SEED; seed < SEED + 10; seed++) {
      MortalRanks ranks = new MortalRanks(5, seed);
      ranks.run(
          world -> {
            if (world.rank() == 3) {
              ranks.die(3);
            }
            // The same tag again: what is left of the first call is dropped.
            Group all = Group.of(4, 3, 0, 1, 2);
            assertThatThrownBy(() -> world.createGroup(all, 6))
                .isInstanceOf(RankFailedException.class)
                .hasMessageContainingAll(
                    "createGroup(group of 5 processes: 4, 3, 0 to 2, tag 6)", "rank 3", "killed");
            assertThatThrownBy(() -> world.create(Group.of(0)))
                .isInstanceOf(RankFailedException.class);
            Group living = Group.of(2, 1, 4, 0);
            try (Communicator made = world.createGroup(living, 6)) {
              assertIsOf(living, made, world);
            }
          });
    }
  }
}
