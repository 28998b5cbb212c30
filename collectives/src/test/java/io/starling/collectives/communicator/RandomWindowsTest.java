package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Programs of random accesses, which all ranks draw from one seed. A sequential reference carries
 * out those of all ranks in the order of ranks. In a round, each element has accesses of one kind:
 * a put by one rank, gets, or accumulates that commute.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RandomWindowsTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int ELEMENTS = 60;
  private static final List<ReductionOperator> OPERATORS =
      List.of(
          ReductionOperator.SUM,
          ReductionOperator.MAX,
          ReductionOperator.BITWISE_XOR,
          ReductionOperator.ofLongs("own sum", true, Long::sum));

  /** How the accesses of a round are synchronized. */
  private enum Epoch {
    FENCE,
    START,
    SHARED,
    EXCLUSIVE,
    ALL
  }

  /** An access: so many elements, a stride apart. */
  private record Access(
      int origin, int target, int first, int count, int stride, long value, boolean isGet) {

    int place(int element) {
      return first + element * stride;
    }

    long element(int index) {
      return value + index;
    }
  }

  /** One rank's run of the program. */
  private static final class Run {
    private final Communicator world;
    private final Random chance;
    private final long[][] expected;
    private final Window window;

    Run(Communicator world, long seed, Window window) {
      this.world = world;
      this.window = window;
      chance = new Random(seed);
      expected = new long[world.size()][ELEMENTS];
    }

    void rounds(int count) {
      window.fence();
      for (int round = 0; round < count; round++) {
        Epoch epoch = Epoch.values()[chance.nextInt(Epoch.values().length)];
        boolean accumulates = chance.nextBoolean();
        ReductionOperator operator = OPERATORS.get(chance.nextInt(OPERATORS.size()));
        List<Access> accesses = accumulates ? anywhere() : apart();
        long[][] before = Arrays.stream(expected).map(long[]::clone).toArray(long[][]::new);
        accesses.forEach(access -> apply(access, accumulates ? operator : null));
        List<Access> mine =
            accesses.stream().filter(access -> access.origin == world.rank()).toList();
        carryOut(epoch, mine, accumulates ? operator : null, before);
        world.barrier();
        window.sync();
        assertThat(window.memory().toArray(JAVA_LONG))
            .as("round %d, %s, %s", round, epoch, accumulates ? operator : "put")
            .containsExactly(expected[world.rank()]);
        world.barrier();
      }
      window.fence();
    }

    /** Accesses of which no two have an element in common. */
    private List<Access> apart() {
      int size = world.size();
      int stride = 1 + chance.nextInt(3);
      int each = ELEMENTS / (stride * size);
      int shift = chance.nextInt(size);
      boolean gets = chance.nextInt(3) == 0;
      return java.util.stream.IntStream.range(0, size * size)
          .mapToObj(
              i -> {
                int origin = i / size;
                int first = (origin + shift) % size * each * stride;
                int count = chance.nextInt(each + 1);
                return new Access(
                    origin, i % size, first, count, stride, chance.nextInt(1000), gets);
              })
          .toList();
    }

    private List<Access> anywhere() {
      int size = world.size();
      return java.util.stream.IntStream.range(0, 2 * size)
          .mapToObj(
              i -> {
                int stride = 1 + chance.nextInt(3);
                int count = 1 + chance.nextInt(ELEMENTS / stride - 1);
                int first = chance.nextInt(ELEMENTS - (count - 1) * stride);
                return new Access(
                    i % size,
                    chance.nextInt(size),
                    first,
                    count,
                    stride,
                    chance.nextInt(1000),
                    false);
              })
          .toList();
    }

    private void apply(Access access, ReductionOperator operator) {
      if (access.isGet) {
        return;
      }
      for (int i = 0; i < access.count; i++) {
        long[] element = {access.element(i)};
        long[] there = {expected[access.target][access.place(i)]};
        if (operator != null) {
          operator.reduceLocal(Buffer.of(there), Buffer.of(element));
        }
        expected[access.target][access.place(i)] = element[0];
      }
    }

    private void carryOut(
        Epoch epoch, List<Access> mine, ReductionOperator operator, long[][] before) {
      switch (epoch) {
        case FENCE -> {
          window.fence();
          Runnable check = issueAll(mine, operator, before);
          window.fence();
          check.run();
        }
        case START -> {
          Group all = world.group();
          window.post(all);
          window.start(all);
          Runnable check = issueAll(mine, operator, before);
          window.complete();
          check.run();
          window.await();
        }
        case ALL -> {
          window.lockAll();
          Runnable check = issueAll(mine, operator, before);
          window.flushAll();
          check.run();
          window.unlockAll();
        }
        default -> {
          for (Access access : mine) {
            if (epoch == Epoch.SHARED) {
              window.lockShared(access.target);
            } else {
              window.lockExclusive(access.target);
            }
            Runnable check = issue(access, operator, before);
            window.unlock(access.target);
            check.run();
          }
        }
      }
    }

    private Runnable issueAll(List<Access> mine, ReductionOperator operator, long[][] before) {
      List<Runnable> checks = mine.stream().map(access -> issue(access, operator, before)).toList();
      return () -> checks.forEach(Runnable::run);
    }

    /** Returns a check of what has come. */
    private Runnable issue(Access access, ReductionOperator operator, long[][] before) {
      long[] data = new long[access.count];
      Arrays.setAll(data, access::element);
      Datatype layout = Datatype.vector(access.count, 1, access.stride, Datatype.INT64);
      Buffer buffer = Buffer.of(data);
      if (access.count == 0) {
        return () -> {};
      }
      if (operator != null) {
        window.accumulate(buffer, access.target, access.first, layout, 1, operator);
      } else if (!access.isGet) {
        window.put(buffer, access.target, access.first, layout, 1);
      } else {
        window.get(buffer, access.target, access.first, layout, 1);
        return () -> {
          for (int i = 0; i < data.length; i++) {
            assertThat(data[i]).isEqualTo(before[access.target][access.place(i)]);
          }
        };
      }
      return () -> {};
    }
  }

  private static void run(TestFabric fabric, int size, int rounds, long seed) {
    try (RankTeam team = RankTeam.open(fabric, size, seed)) {
      team.run(
          world -> {
            try (Arena arena = Arena.ofShared();
                Window window =
                    world.createWindow(world.allocate(8L * ELEMENTS, arena), Long.BYTES)) {
              new Run(world, seed, window).rounds(rounds);
            }
          });
    }
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void random_programs_give_what_a_sequential_reference_gives(TestFabric fabric) {
    run(fabric, 3, 12, SEED);
  }

  @Test
  @Tag("slow")
  void many_random_programs_under_an_adversary() {
    for (int i = 0; i < 60; i++) {
      run(TestFabric.ADVERSARIAL, 2 + i % 4, 20, SEED + i);
      run(TestFabric.ROUTED, 2 + i % 4, 20, SEED + i);
    }
  }

  @Test
  @Tag("slow")
  void many_random_programs_in_shared_memory_and_over_ucx() {
    for (int i = 0; i < 10; i++) {
      run(TestFabric.SHARED, 4, 40, SEED + i);
      run(TestFabric.UCX, 3, 20, SEED + i);
      run(TestFabric.MIXED, 4, 20, SEED + i);
    }
  }
}
