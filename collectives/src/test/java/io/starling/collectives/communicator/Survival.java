package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** A collective that loses a rank, and how its survivors go on together. */
record Survival(Variant variant, int root, int victim) {

  static final String REASON = "was killed by the test";

  private static final int VICTIMS = 5;

  /** How many of the victims each variant loses in this run; over the runs all. */
  private static final int SEEDS = Integer.getInteger("starling.seeds", 1);

  private static final long FIRST = System.nanoTime() & 0xFFFF_FFFFL;

  /** What a seed decides is random, but for the variant and its victim. */
  @FunctionalInterface
  interface Scenario {

    /** Runs the variant without the victim, taken modulo the number of ranks. */
    void run(long seed, Variant variant, int victim);
  }

  /** Every variant with a victim, or the seed that is given. */
  static Stream<DynamicTest> tests(Scenario scenario) {
    Long given = Long.getLong("starling.seed");
    List<Variant> variants = AlgorithmContract.variants().toList();
    LongStream seeds =
        given != null
            ? LongStream.of(given)
            : LongStream.range(FIRST, FIRST + (long) SEEDS * variants.size());
    return seeds.mapToObj(
        seed ->
            DynamicTest.dynamicTest(
                "seed " + seed,
                () ->
                    scenario.run(
                        seed,
                        variants.get((int) (seed % variants.size())),
                        (int) (seed / variants.size() % VICTIMS))));
  }

  /** One rank's part in a collective, with the memory that must stay reachable until its end. */
  record Call(CollectiveCase test, Buffer data, Buffer result, Request request) {

    private static Call start(CollectiveCase test) {
      Buffer data = memory(test.data());
      long[] expected = test.expected();
      Buffer result = expected == null ? Buffer.EMPTY : memory(new long[expected.length]);
      return new Call(test, data, result, test.call().start(data, result));
    }

    private static Buffer memory(long... content) {
      if (content == null) {
        return Buffer.EMPTY;
      }
      MemorySegment memory =
          Arena.ofAuto().allocate(Math.max(1, content.length) * (long) Long.BYTES, Long.BYTES);
      MemorySegment.copy(MemorySegment.ofArray(content), 0, memory, 0, 8L * content.length);
      return Buffer.of(memory.asSlice(0, 8L * content.length), Datatype.INT64);
    }

    /** Waits for the result and compares it. */
    void await(String where) {
      request.await();
      if (test.expected() != null) {
        CollectiveContract.compare(where, result, test.expected());
      }
      if (test.data() != null) {
        CollectiveContract.compare(where, data, test.data());
      }
    }
  }

  /** Starts the collective on one rank. */
  Call start(Communicator world) {
    return Call.start(cases(world.withAlgorithm(variant.specification())).getFirst());
  }

  private List<CollectiveCase> cases(Communicator world) {
    int count = variant.counts().isEmpty() ? 1 : variant.counts().getLast();
    var kind = variant.algorithm().kind();
    return switch (kind) {
      case NEIGHBOUR_ALLGATHER, NEIGHBOUR_ALLTOALL -> {
        int size = world.size();
        RankCommunicator rank = (RankCommunicator) world;
        List<int[]> ring =
            IntStream.range(0, size).mapToObj(r -> new int[] {r, (r + 1) % size}).toList();
        Adjacency adjacency =
            Adjacency.unweighted(
                new int[] {(world.rank() + size - 1) % size},
                new int[] {(world.rank() + 1) % size});
        yield NeighbourCases.onGraph(
                new RankGraph(rank.member(), rank.selection(), adjacency), ring, count)
            .of(kind);
      }
      default ->
          CollectiveCases.of(
              world,
              count,
              kind,
              root,
              variant.isInOrder() ? TestOperators.COMPOSE : TestOperators.SUM);
    };
  }

  /**
   * What a survivor does when it knows that the victim has failed, until a sum is complete
   * everywhere; returns its members.
   */
  String goOn(Communicator world) {
    Communicator current = world;
    while (true) {
      long[] members = new long[1];
      boolean complete = sum(current, 1L << world.rank(), members);
      try {
        complete = current.agree(complete ? 1 : 0) == 1;
      } catch (RankFailedException e) {
        complete = false;
      }
      if (complete) {
        assertThat(Long.bitCount(members[0])).isEqualTo(current.size());
        assertThat(members[0] & 1L << victim).isZero();
        return Long.toBinaryString(members[0]);
      }
      Communicator broken = current;
      broken.revoke();
      current = broken.shrink();
      assertThatThrownBy(broken::barrier).isInstanceOf(CommunicatorRevokedException.class);
    }
  }

  private static boolean sum(Communicator communicator, long own, long... total) {
    try {
      communicator.allreduce(Buffer.of(new long[] {own}), Buffer.of(total), ReductionOperator.SUM);
      return true;
    } catch (RankFailedException | CommunicatorRevokedException e) {
      return false;
    }
  }
}
