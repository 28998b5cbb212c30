package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks that do not mean the same collective. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DisagreementTest {

  private static final int[] COUNTS = {10, 3_000, 1_000_000};

  private static final String MESSAGE_TOO_LONG =
      "(?s).*rank 1, receive of at most .*the message is longer than the buffer.*agree on the"
          + " count\\?.*";

  private static final String POST_TOO_LONG =
      "(?s).*rank 1 expected \\d+ bytes from rank 0 and got \\d+.*the same count.*--check.*";

  @ParameterizedTest
  @EnumSource
  void a_broadcast_that_brings_less_than_expected_fails(TestFabric fabric) {
    for (int count : COUNTS) {
      assertThatThrownBy(
              () ->
                  RankTeam.run(fabric, 2, world -> world.broadcast(ints(count + world.rank()), 0)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("rank 1 expected ")
          .hasMessageContaining("from rank 0 and got ")
          .hasMessageContaining("the same count, datatype and root?")
          .hasMessageContaining("--check");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_broadcast_that_brings_more_than_expected_fails(TestFabric fabric) {
    for (int count : COUNTS) {
      assertThatThrownBy(
              () ->
                  RankTeam.run(fabric, 2, world -> world.broadcast(ints(count - world.rank()), 0)))
          .isInstanceOf(AssertionError.class)
          .hasMessageMatching(MESSAGE_TOO_LONG + "|" + POST_TOO_LONG);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_reduce_of_different_counts_fails(TestFabric fabric) {
    for (int count : COUNTS) {
      for (int difference : new int[] {-1, 1}) {
        assertThatThrownBy(
                () ->
                    RankTeam.run(
                        fabric,
                        2,
                        world -> {
                          int own = count + difference * world.rank();
                          world.reduce(ints(own), ints(own), ReductionOperator.SUM, 0);
                        }))
            .isInstanceOf(AssertionError.class)
            .hasMessageContaining("count")
            // In slices either rank may be the first that sees it; the other is then interrupted.
            .hasMessageMatching("(?s).*(rank 0: [^\\n]*from rank 1|rank 1: [^\\n]*from rank 0).*");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_counts(TestFabric fabric) {
    for (int count : new int[] {0, 10, 1 << 20}) {
      disagree(
          fabric,
          world -> world.iBroadcast(ints(count * (1 + world.rank()) + world.rank()), 0),
          "broadcast(%d x INT32, root 0)".formatted(count),
          "broadcast(%d x INT32, root 0)".formatted(2 * count + 1));
    }
  }

  /** Also those whose neighbours call the same. */
  @ParameterizedTest
  @EnumSource
  void all_checked_ranks_are_told_who_differs_and_in_which_argument(TestFabric fabric) {
    for (int size : new int[] {3, 8}) {
      for (int odd = 1; odd < size; odd += 3) {
        int differs = odd;
        try (RankTeam team = RankTeam.checking(fabric, size)) {
          team.run(
              world -> {
                int count = world.rank() == differs ? 5 : 4;
                Request request = world.iReduce(ints(count), ints(count), ReductionOperator.SUM, 0);
                int against = world.rank() == differs ? 0 : differs;
                assertThatThrownBy(request::await)
                    .hasMessageContaining(
                        "rank %d calls reduce(%d x INT32, sum, root 0), but rank %d calls reduce(%d"
                            + " x INT32, sum, root 0). The difference: %d x INT32 here, %d x INT32"
                            + " there.",
                        world.rank(), count, against, 9 - count, count, 9 - count)
                    .message()
                    .doesNotContain("--check");
              });
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_roots(TestFabric fabric) {
    disagree(
        fabric,
        world -> world.iBroadcast(ints(1), world.rank()),
        "broadcast(1 x INT32, root 0)",
        "broadcast(1 x INT32, root 1)");
    disagree(
        fabric,
        world -> world.iReduce(ints(1), ints(1), ReductionOperator.SUM, world.rank()),
        "reduce(1 x INT32, sum, root 0)",
        "reduce(1 x INT32, sum, root 1)");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_algorithms(TestFabric fabric) {
    disagree(
        fabric,
        world ->
            world
                .withAlgorithm(world.rank() == 0 ? "broadcast=flat" : "broadcast=binary")
                .iBroadcast(ints(1), 0),
        "broadcast(1 x INT32, root 0) by flat,segment=131072,send-window=4,receive-window=8",
        "broadcast(1 x INT32, root 0) by binary,segment=131072,send-window=4,receive-window=8");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_collectives(TestFabric fabric) {
    disagree(
        fabric,
        world -> world.rank() == 0 ? world.iBarrier() : world.iBroadcast(ints(1), 0),
        "barrier()",
        "broadcast(1 x INT32, root 0)");
    disagree(
        fabric,
        world ->
            world.rank() == 0
                ? world.iReduce(ints(1), ints(1), ReductionOperator.MAX, 0)
                : world.iBroadcast(ints(1), 0),
        "reduce(1 x INT32, max, root 0)",
        "broadcast(1 x INT32, root 0)");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_datatypes(TestFabric fabric) {
    disagree(
        fabric,
        world ->
            world.iBroadcast(ints(2).as(world.rank() == 0 ? Datatype.FLOAT32 : Datatype.INT64), 0),
        "broadcast(2 x FLOAT32, root 0)",
        "broadcast(1 x INT64, root 0)");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_operators(TestFabric fabric) {
    disagree(
        fabric,
        world -> {
          ReductionOperator operator =
              world.rank() == 0 ? ReductionOperator.SUM : ReductionOperator.PRODUCT;
          return world.iReduce(ints(3), ints(3), operator, 0);
        },
        "reduce(3 x INT32, sum, root 0)",
        "reduce(3 x INT32, prod, root 0)");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_find_a_difference_behind_the_text_that_they_exchange(TestFabric fabric) {
    String longName = "ü".repeat(300);
    try (RankTeam team = RankTeam.checking(fabric, 2)) {
      team.run(
          world -> {
            ReductionOperator operator = TestOperators.named(longName + world.rank());
            Request request =
                world.iReduce(Buffer.of(new long[3]), Buffer.of(new long[3]), operator, 0);
            assertThatThrownBy(request::await)
                .isInstanceOf(StarlingException.class)
                .hasMessageMatching(
                    ".*rank \\d calls reduce\\(3 x INT64, ü+…, but rank \\d calls reduce\\(3 x"
                        + " INT64, ü+…\\. They differ behind the …\\. All ranks must.*");
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_tell_different_counts_that_only_they_know(TestFabric fabric) {
    // Rank 1 sends one element less to rank 0 than rank 0 expects, and the other way round.
    expectsAnother(
        fabric,
        world -> {
          long[] counts = world.rank() == 0 ? new long[] {1, 3} : new long[] {2, 1};
          return world.iAlltoallv(ints(4), Counts.of(counts), ints(4), Counts.of(counts));
        },
        "rank 0 expects 12 bytes from rank 1, which sends 8",
        "rank 1 expects 8 bytes from rank 0, which sends 12");
    expectsAnother(
        fabric,
        world -> world.iGatherv(ints(2), ints(5), world.rank() == 0 ? Counts.of(2, 3) : null, 0),
        "rank 0 expects 12 bytes from rank 1, which sends 8");
    expectsAnother(
        fabric,
        world -> world.iScatterv(ints(5), world.rank() == 0 ? Counts.of(2, 3) : null, ints(2), 0),
        "rank 1 expects 8 bytes from rank 0, which sends 12");
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_may_have_different_displacements(TestFabric fabric) {
    try (RankTeam team = RankTeam.checking(fabric, 2)) {
      team.run(
          world -> {
            long shift = world.rank();
            Counts counts = Counts.of(new long[] {1, 2}, new long[] {shift, shift + 1});
            world.allgatherv(ints(1 + world.rank()), ints(4), counts);
          });
    }
  }

  /**
   * One of these must be told. Only one rank need notice, whoever is first: then the others are
   * interrupted.
   */
  private static void expectsAnother(
      TestFabric fabric, Function<Communicator, Request> start, String... messages) {
    try (RankTeam team = RankTeam.checking(fabric, 2)) {
      assertThatThrownBy(() -> team.run(world -> start.apply(world).await()))
          .message()
          .containsAnyOf(messages);
    }
  }

  private static void disagree(
      TestFabric fabric, Function<Communicator, Request> start, String... calls) {
    try (RankTeam team = RankTeam.checking(fabric, 2)) {
      team.run(
          world -> {
            Request request = start.apply(world);
            assertThatThrownBy(request::await)
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining(
                    "rank %d calls %s, but rank %d calls %s",
                    world.rank(), calls[world.rank()], 1 - world.rank(), calls[1 - world.rank()]);
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void checked_ranks_that_agree_notice_nothing(TestFabric fabric) {
    for (int size : new int[] {1, 2, 5}) {
      try (RankTeam team = RankTeam.checking(fabric, size)) {
        AlgorithmContract.variants()
            .filter(variant -> variant.specification().contains("in-order-binary"))
            .forEach(variant -> team.run(world -> AlgorithmContract.check(world, variant)));
        team.run(
            world -> {
              world.barrier();
              world.iBarrier().await();
              var name = "x".repeat(1000);
              world.reduce(
                  Buffer.of(new long[1]), Buffer.of(new long[1]), TestOperators.named(name), 0);
            });
      }
    }
  }

  private static Buffer ints(int count) {
    int[] values = new int[count];
    Arrays.setAll(values, i -> i);
    return Buffer.of(values);
  }

  @ParameterizedTest
  @EnumSource
  void ranks_go_on_after_a_disagreement(TestFabric fabric) {
    try (RankTeam team = RankTeam.checking(fabric, 2)) {
      team.run(
          world -> {
            Request request = world.iBroadcast(ints(5 + world.rank()), 0);
            assertThatThrownBy(request::await).isInstanceOf(StarlingException.class);
            int[] value = {world.rank() == 0 ? 6 : 0};
            world.broadcast(Buffer.of(value), 0);
            assertThat(value).containsExactly(6);
          });
    }
  }
}
