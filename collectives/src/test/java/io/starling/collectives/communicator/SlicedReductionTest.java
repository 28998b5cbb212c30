package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Reduces and allreduces in slices, beyond what the contract of all algorithms asks: there most
 * memory is that of Java arrays, which is reduced elsewhere.
 */
class SlicedReductionTest extends ShelfContract {

  private static final int ROOT = 1;

  SlicedReductionTest() {
    super("reduce=slices");
  }

  private static Communicator sliced(Communicator world) {
    return world.withAlgorithm("reduce=slices,segment=8;allreduce=slices,segment=8");
  }

  private static MemorySegment numbers(Communicator world, int length, long first) {
    MemorySegment memory = world.allocate(Math.max(1, length) * 8L, Arena.ofAuto());
    for (int i = 0; i < length; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, i == 0 ? first : i);
    }
    return memory;
  }

  private static Buffer buffer(MemorySegment memory, int length) {
    return Buffer.of(memory, Datatype.INT64, length);
  }

  private static void check(MemorySegment result, int length, int size, long first) {
    for (int i = 0; i < length; i++) {
      assertThat(result.getAtIndex(ValueLayout.JAVA_LONG, i))
          .isEqualTo(i == 0 ? first * size : (long) i * size);
    }
  }

  @Override
  void oneRun(Communicator world, int length) {
    MemorySegment data = numbers(world, length, 1);
    MemorySegment result = numbers(world, length, 1);
    sliced(world).reduce(buffer(data, length), buffer(result, length), ReductionOperator.SUM, 0);
  }

  /** A third of the runs is in arrays, on one rank or on all, a third in place. */
  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = sliced(world);
    List<Request> open = new ArrayList<>();
    List<MemorySegment> results = new ArrayList<>();
    int size = world.size();
    for (int run = 0; run < runs; run++) {
      boolean inArray = run % 3 == 1 && (run % 2 == 0 || world.rank() == run % size);
      MemorySegment data = numbers(world, length, run);
      MemorySegment result = run % 3 == 2 ? data : numbers(world, length, 0);
      if (inArray) {
        data = MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_LONG));
      }
      results.add(result);
      Buffer from = buffer(data, length);
      Buffer into = buffer(result, length);
      open.add(
          run % 2 == 0
              ? chosen.iReduce(from, into, ReductionOperator.SUM, run / 2 % size)
              : chosen.iAllreduce(from, into, ReductionOperator.SUM));
      if (run % 5 == world.rank() % 5) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      if (run % 2 == 1 || run / 2 % size == world.rank()) {
        check(results.get(run), length, size, run);
      }
    }
  }

  @Override
  MortalRun mortalRun(Communicator world) {
    int length = 300;
    MemorySegment result = numbers(world, length, 0);
    return new MortalRun(
        reduce(world, result, length),
        () -> {
          if (world.rank() == ROOT) {
            check(result, length, world.size(), 5);
          }
        });
  }

  private static Request reduce(Communicator world, MemorySegment result, int length) {
    return sliced(world)
        .iReduce(
            buffer(numbers(world, length, 5), length),
            buffer(result, length),
            ReductionOperator.SUM,
            ROOT);
  }

  /** Nothing beyond the end of the shorter one is read. */
  @Test
  void ranks_with_different_lengths_all_hear_of_it() {
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      team.run(
          world -> {
            int length = world.rank() == 2 ? 100 : 200;
            Buffer data = buffer(numbers(world, length, 0), length);
            Buffer result = buffer(numbers(world, length, 0), length);
            assertThatThrownBy(() -> sliced(world).allreduce(data, result, ReductionOperator.SUM))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("bytes from rank");
          });
    }
  }

  /** Ranks ask again where all memory is, after many runs in arrays. */
  @Test
  void memory_that_all_map_is_found_again_after_arrays() {
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      team.run(
          world -> {
            Communicator chosen = sliced(world);
            for (int run = 0; run < 300; run++) {
              MemorySegment data = numbers(world, 20, run);
              if (run < 8) {
                data = MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_LONG));
              }
              MemorySegment result = numbers(world, 20, 0);
              chosen.allreduce(buffer(data, 20), buffer(result, 20), ReductionOperator.SUM);
              check(result, 20, 3, run);
            }
          });
    }
  }

  /** In arrays the other algorithm runs, after which a communicator lives on. */
  @Test
  void after_an_operator_that_throws_elsewhere_the_next_reduce_has_its_result() {
    ReductionOperator failing =
        ReductionOperator.ofLongs(
            "failing",
            true,
            (_, _) -> {
              throw new IllegalStateException("no sum today");
            });
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 2)) {
      team.run(
          world -> {
            Communicator chosen = world.withAlgorithm("reduce=slices");
            Buffer one = Buffer.of(new long[] {1});
            if (world.rank() == 0) {
              assertThatThrownBy(() -> chosen.reduce(one, Buffer.of(new long[1]), failing, 0))
                  .hasMessageContaining("no sum today");
            } else {
              chosen.reduce(one, Buffer.of(new long[1]), failing, 0);
            }
            for (int run = 0; run < 20; run++) {
              long[] sum = new long[1];
              chosen.reduce(one, Buffer.of(sum), ReductionOperator.SUM, 0);
              assertThat(sum[0]).isEqualTo(world.rank() == 0 ? 2 : 0);
            }
          });
    }
  }

  /** The operator gives its right operand, so the last rank's data is the result. */
  @Test
  void operands_are_folded_in_the_order_of_ranks() {
    ReductionOperator right = ReductionOperator.ofLongs("right", true, (_, last) -> last);
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 5)) {
      team.run(
          world -> {
            MemorySegment data = numbers(world, 50, world.rank());
            MemorySegment result = numbers(world, 50, 0);
            sliced(world).allreduce(buffer(data, 50), buffer(result, 50), right);
            check(result, 50, 1, world.size() - 1);
          });
    }
  }

  /** A wait says which rank is missing. */
  @Test
  void the_description_names_the_rank_that_has_not_begun() {
    MortalRanks ranks = new MortalRanks(2, 2);
    Communicator world = ranks.world(0);
    Request open = reduce(world, numbers(world, 9, 0), 9);
    assertThat(ranks.whatAllWaitFor()).contains("reduce to rank 1 of 72 bytes in 9 slices");
    for (int step = 0; step < 100; step++) {
      ranks.step();
    }
    assertThat(open.test()).isFalse();
  }

  /**
   * A reduce of arrays goes elsewhere before its root looks again, and in its words come a
   * broadcast in slices, of which the others do a piece.
   */
  @Test
  void a_late_root_does_not_take_pieces_of_a_later_broadcast_for_its_own() {
    MortalRanks ranks = new MortalRanks(3, 2);
    List<Request> open = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      Communicator world = ranks.world(rank);
      open.add(
          sliced(world)
              .iAllreduce(
                  buffer(numbers(world, 9, 0), 9),
                  buffer(numbers(world, 9, 0), 9),
                  ReductionOperator.SUM));
    }
    runUntilDone(ranks, open, -1);
    int late = 2;
    long[] sum = new long[1];
    Request reduce = arrayReduce(ranks.world(late), sum, late);
    List<Request> ofOthers = new ArrayList<>();
    MemorySegment[] data = new MemorySegment[late];
    for (int rank = 0; rank < late; rank++) {
      Communicator chosen = ranks.world(rank).withAlgorithm("broadcast=slices,segment=8");
      ofOthers.add(arrayReduce(chosen, new long[1], late));
      for (int run = 2; run <= 128; run++) {
        ofOthers.add(chosen.iBroadcast(Buffer.of(new long[1]), 0));
      }
      data[rank] = numbers(chosen, 100, 7 + rank);
    }
    runUntilDone(ranks, ofOthers, late);
    Request last = null;
    for (int rank = 0; rank < late; rank++) {
      Communicator chosen = ranks.world(rank).withAlgorithm("broadcast=slices,segment=8");
      Request broadcast = chosen.iBroadcast(buffer(data[rank], 100), 1);
      last = rank == 0 ? broadcast : last;
    }
    runUntilDone(ranks, List.of(last), late);
    check(data[0], 100, 1, 8);
    runUntilDone(ranks, List.of(reduce), -1);
    assertThat(sum[0]).isEqualTo(3);
  }

  private static Request arrayReduce(Communicator world, long[] sum, int root) {
    return sliced(world)
        .iReduce(Buffer.of(new long[] {1}), Buffer.of(sum), ReductionOperator.SUM, root);
  }

  private static void runUntilDone(MortalRanks ranks, List<Request> open, int away) {
    for (int step = 0; !open.stream().allMatch(Request::test); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(500_000);
      if (step % ranks.size() != away) {
        ranks.engine(step % ranks.size()).doWork();
      }
    }
  }
}
