package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every collective, every victim, killed at any step: every survivor comes to an end, and the
 * survivors go on together; some of them die while they do. {@code -Dstarling.seed=N} runs a
 * failing seed again: the collective event by event, what follows on threads.
 */
class SurvivalContractTest {

  private static final int VICTIMS = 5;

  /** How many of the victims each variant loses in this run; over the runs all. */
  private static final int SEEDS = Integer.getInteger("starling.seeds", 1);

  private static final long FIRST = System.nanoTime() & 0xFFFF_FFFFL;
  private static final int MOST_IDLE_STEPS = 20_000;

  @TestFactory
  Stream<DynamicTest> survivors_of_any_rank_in_any_collective_go_on() {
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
                    new Scenario(
                            seed, variants.size(), variants.get((int) (seed % variants.size())))
                        .run()));
  }

  /** One rank's part in a collective, with the memory that must stay reachable until its end. */
  private record Call(CollectiveCase test, Buffer data, Buffer result, Request request) {

    static Call start(CollectiveCase test) {
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

    void verify(String where) {
      if (test.expected() != null) {
        CollectiveContract.compare(where, result, test.expected());
      }
      if (test.data() != null) {
        CollectiveContract.compare(where, data, test.data());
      }
    }
  }

  /** One collective, one victim, perhaps a second one afterwards. */
  private static final class Scenario {
    private final SplittableRandom chance;
    private final Variant variant;
    private final MortalRanks ranks;
    private final int victim;
    private final int root;
    private final int count;
    private final Map<Integer, Call> calls = new TreeMap<>();
    private final Map<Integer, CompletableFuture<Status>> ends = new TreeMap<>();

    Scenario(long seed, int variants, Variant variant) {
      this.variant = variant;
      chance = new SplittableRandom(seed);
      int size = 2 + chance.nextInt(5);
      victim = (int) (seed / variants % VICTIMS) % size;
      root = chance.nextInt(size);
      count = variant.counts().isEmpty() ? 1 : variant.counts().getLast();
      String machine = Placed.MACHINES.get(chance.nextInt(Placed.MACHINES.size()));
      Placed placed = Placed.on(machine, size, Mapping.BY_NODE);
      ranks = new MortalRanks(size, seed, Threading.UNGUARDED, placed::layout);
    }

    void run() {
      runUntilAllHaveEnded();
      check();
      goOn();
    }

    private void runUntilAllHaveEnded() {
      List<Integer> late = new ArrayList<>(IntStream.range(0, ranks.size()).boxed().toList());
      int stepsToLive = chance.nextInt(chance.nextBoolean() ? 30 : 300);
      int idle = 0;
      while (!late.isEmpty() || !haveAllEnded()) {
        if (!late.isEmpty() && chance.nextInt(10) == 0) {
          int rank = late.remove(/* index */ chance.nextInt(late.size()));
          if (!ranks.isDead(rank)) {
            calls.put(rank, Call.start(first(rank)));
            ends.put(rank, calls.get(rank).request().toCompletionStage().toCompletableFuture());
          }
        }
        if (stepsToLive-- == 0) {
          killVictim();
        }
        idle = ranks.step() > 0 ? 0 : idle + 1;
        assertThat(idle).as(ranks::whatAllWaitFor).isLessThan(MOST_IDLE_STEPS);
      }
      if (!ranks.isDead(victim)) {
        killVictim();
      }
    }

    private void killVictim() {
      ranks.kill(victim);
      calls.remove(victim);
      ends.remove(victim);
    }

    private boolean haveAllEnded() {
      return ends.values().stream().allMatch(CompletableFuture::isDone);
    }

    private CollectiveCase first(int rank) {
      return cases(ranks.world(rank).withAlgorithm(variant.specification())).getFirst();
    }

    private List<CollectiveCase> cases(Communicator world) {
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
     * A survivor has its whole result, with what the victim gave before it died, or hears who has
     * failed; and whatever it starts later fails.
     */
    private void check() {
      calls.forEach(
          (rank, call) -> {
            try {
              call.request().await();
              call.verify("%s on rank %d, victim %d".formatted(variant, rank, victim));
            } catch (RankFailedException e) {
              assertThat(e.ranks()).containsExactly(victim);
              assertThat(e).hasMessageContaining("was killed by the test");
            }
            assertThat(ranks.world(rank).failedRanks()).containsExactly(victim);
            Request later = ranks.world(rank).iBarrier();
            assertThatThrownBy(later::await).isInstanceOf(RankFailedException.class);
            assertThat(ranks.engine(rank).activeOperations()).isZero();
          });
    }

    private void goOn() {
      int second = chance.nextInt(ranks.size());
      if (chance.nextBoolean() && !ranks.isDead(second)) {
        ranks.dieInAgreement(second, chance.nextInt(4), chance.nextBoolean());
      }
      Map<Integer, String> outcomes = new ConcurrentHashMap<>();
      ranks.run(world -> outcomes.put(world.rank(), survive(world)));
      assertThat(outcomes.values().stream().distinct()).hasSize(outcomes.isEmpty() ? 0 : 1);
    }

    /** Until a sum is complete everywhere; returns its members. */
    private String survive(Communicator world) {
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
        communicator.allreduce(
            Buffer.of(new long[] {own}), Buffer.of(total), ReductionOperator.SUM);
        return true;
      } catch (RankFailedException | CommunicatorRevokedException e) {
        return false;
      }
    }
  }
}
