package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.ForwardingMemory;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.thread.Threading;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Broadcasts, reduces and allreduces in slices, mixed at random: of many roots, lengths and kinds
 * of memory, with many of them open and with ranks that are late. At the end of each the memory of
 * a rank is its own: what it writes there then is not read by others, and stays.
 */
@Timeout(120)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SlicesStormTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int STORMS_OF_STEPS = Integer.getInteger("starling.storms", 30);
  private static final int STORMS_OF_THREADS = 1 + STORMS_OF_STEPS / 30;

  private static final int NONE = SlicesCall.NONE;
  private static final int PATIENCE = 500_000;

  /** Ranks that one thread moves, one of them also while another one looks at a word. */
  private static final class Steps {
    private final SplittableRandom chance;
    private final MortalRanks ranks;
    private final List<SlicesCaller> callers = new ArrayList<>();
    private final boolean[] isAtWork;
    private final int[] mostOpen;
    private final int lazy;
    private final boolean mayNest;
    private int away = NONE;
    private long awayFor;
    private int movesBefore;
    private int sinceMove;

    Steps(long seed) {
      chance = new SplittableRandom(seed);
      int size = chance.nextInt(2, 6);
      isAtWork = new boolean[size];
      lazy = chance.nextBoolean() ? chance.nextInt(size) : NONE;
      mostOpen = new int[size];
      for (int rank = 0; rank < size; rank++) {
        boolean isBold = rank == lazy || chance.nextInt(3) == 0;
        mostOpen[rank] = isBold ? SlicesCall.MANY : chance.nextInt(1, 20);
      }
      mayNest = chance.nextInt(4) != 0;
      ranks =
          new MortalRanks(
              size,
              chance.nextLong() & ~(MortalRanks.ROUTED | (lazy == NONE ? 0 : 1)),
              Threading.UNGUARDED,
              rank -> Layout.flat(size),
              this::interrupted);
      List<SlicesCall> calls = SlicesCall.storm(chance, size, lazy);
      int segment = 8 << chance.nextInt(9);
      for (int rank = 0; rank < size; rank++) {
        callers.add(new SlicesCaller(ranks.world(rank), calls, segment));
      }
    }

    private Port interrupted(Port port) {
      return new ForwardingPort(port) {
        @Override
        public RemoteMemory reach(int peer, byte[] key) {
          return new ForwardingMemory(super.reach(peer, key)) {
            @Override
            public long load(long offset) {
              interrupt();
              return super.load(offset);
            }

            @Override
            public void store(long offset, long value) {
              interrupt();
              super.store(offset, value);
            }

            @Override
            public void swap(long offset, long expected, long value) {
              interrupt();
              super.swap(offset, expected, value);
            }
          };
        }
      };
    }

    private void interrupt() {
      if (mayNest && chance.nextInt(8) == 0) {
        step();
      }
    }

    private void step() {
      int rank = chance.nextInt(callers.size());
      if (isAtWork[rank] || (rank == away && awayFor > 0)) {
        return;
      }
      isAtWork[rank] = true;
      if (chance.nextInt(3) != 0 || !callers.get(rank).begin(mostOpen[rank])) {
        ranks.engine(rank).doWork();
      }
      isAtWork[rank] = false;
    }

    void run() {
      for (int step = 0; !callers.stream().allMatch(SlicesCaller::isDone); step++) {
        assertThat(step).as(ranks::whatAllWaitFor).isLessThan(4 * PATIENCE);
        if (step < PATIENCE) {
          decideWhoIsAway();
        } else {
          awayFor = 0;
        }
        step();
        callers.forEach(Steps::throwFailure);
      }
      callers.forEach(SlicesCaller::check);
    }

    /** A lazy rank is away until the others can do nothing more. */
    private void decideWhoIsAway() {
      int moves = callers.stream().mapToInt(caller -> caller.moves()).sum();
      sinceMove = moves == movesBefore ? sinceMove + 1 : 0;
      movesBefore = moves;
      awayFor = lazy != NONE && sinceMove > 1000 ? 0 : awayFor - 1;
      if (awayFor <= 0 && chance.nextInt(lazy == NONE ? 200 : 40) == 0) {
        away = lazy == NONE ? chance.nextInt(callers.size()) : lazy;
        awayFor = lazy == NONE ? 1L << chance.nextInt(14) : PATIENCE;
        sinceMove = 0;
      }
    }

    private static void throwFailure(SlicesCaller caller) {
      if (caller.hasFailed()) {
        caller.check();
      }
    }
  }

  @Test
  void in_any_order_of_steps_all_results_are_right() {
    for (long seed = SEED; seed < SEED + STORMS_OF_STEPS; seed++) {
      try {
        new Steps(seed).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("-Dstarling.seed=" + seed, e);
      }
    }
  }

  @Test
  void and_with_a_thread_for_each_rank() {
    for (long seed = SEED; seed < SEED + STORMS_OF_THREADS; seed++) {
      for (TestFabric fabric :
          List.of(TestFabric.SHARED, TestFabric.LOCAL, TestFabric.ADVERSARIAL)) {
        onThreads(fabric, seed);
      }
    }
  }

  private static void onThreads(TestFabric fabric, long seed) {
    SplittableRandom shape = new SplittableRandom(seed);
    int size = shape.nextInt(2, 6);
    int segment = 8 << shape.nextInt(5);
    int mostOpen = shape.nextInt(1, 20);
    try (RankTeam team = RankTeam.open(fabric, size, seed)) {
      team.run(
          world -> {
            SlicesCaller caller =
                new SlicesCaller(
                    world, SlicesCall.storm(new SplittableRandom(seed), size, NONE), segment);
            SplittableRandom own = new SplittableRandom(seed + world.rank());
            while (!caller.hasBegunAll()) {
              if (!caller.begin(mostOpen)) {
                caller.awaitAll();
              } else if (own.nextInt(4) == 0) {
                caller.awaitLatest();
              }
              if (own.nextInt(30) == 0) {
                LockSupport.parkNanos(own.nextInt(1_000_000));
              }
            }
            caller.awaitAll();
            world.barrier();
            caller.check();
          });
    } catch (AssertionError e) {
      throw new AssertionError("-Dstarling.seed=" + seed + " on " + fabric, e);
    }
  }
}
