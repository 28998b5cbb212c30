package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.topology.layout.Layout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Broadcasts in slices, beyond what the contract of all algorithms asks. */
class SlicedBroadcastTest extends ShelfContract {

  private static final int NONE = -1;

  SlicedBroadcastTest() {
    super("broadcast=slices");
  }

  /** Memory of numbers that the first one tells from those of another run. */
  private static MemorySegment numbers(Communicator world, int length, int root, long first) {
    MemorySegment memory = world.allocate(Math.max(1, length) * 8L, Arena.ofAuto());
    for (int i = 0; i < length && world.rank() == root; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, first + i);
    }
    return memory;
  }

  private static Buffer buffer(MemorySegment memory, int length) {
    return Buffer.of(memory, Datatype.INT64, length);
  }

  private static void check(MemorySegment memory, int length, long first) {
    for (int i = 0; i < length; i++) {
      assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(first + i);
    }
  }

  @Override
  void oneRun(Communicator world, int length) {
    inShortSegments(world, "").broadcast(buffer(numbers(world, length, 0, 1), length), 0);
  }

  /** A third of the runs is in arrays, on one rank or on all. */
  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = inShortSegments(world, "");
    List<Request> open = new ArrayList<>();
    List<MemorySegment> all = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int root = run % world.size();
      boolean inArray = run % 3 == 1 && (run % 2 == 0 || world.rank() == run / 2 % world.size());
      MemorySegment data = numbers(world, length, root, run);
      if (inArray) {
        data = MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_LONG));
      }
      all.add(data);
      open.add(chosen.iBroadcast(buffer(data, length), root));
      if (run % 5 == world.rank() % 5) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      check(all.get(run), length, run);
    }
  }

  @Override
  MortalRun mortalRun(Communicator world) {
    int length = 300;
    MemorySegment data = numbers(world, length, 1, 5);
    return new MortalRun(
        inShortSegments(world, "").iBroadcast(buffer(data, length), 1),
        () -> check(data, length, 5));
  }

  /** A rank that has begun and is away does not hold up the others, whichever it is. */
  @Test
  void all_others_end_while_one_that_has_begun_is_away() {
    int size = 4;
    for (int away = 0; away < size; away++) {
      MortalRanks ranks = new MortalRanks(size, away);
      List<Request> first = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        first.add(mortalRun(ranks.world(rank)).request());
      }
      runUntilDone(ranks, first, NONE);
      mortalRun(ranks.world(away));
      List<MortalRun> others = new ArrayList<>();
      for (int rank = 0; rank < size; rank++) {
        if (rank != away) {
          others.add(mortalRun(ranks.world(rank)));
        }
      }
      runUntilDone(ranks, others.stream().map(MortalRun::request).toList(), away);
      others.forEach(run -> run.check().run());
    }
  }

  /** Moves all ranks but one in turn. */
  private static void runUntilDone(MortalRanks ranks, List<Request> open, int away) {
    for (int step = 0; !open.stream().allMatch(Request::test); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(500_000);
      if (step % ranks.size() != away) {
        ranks.engine(step % ranks.size()).doWork();
      }
    }
  }

  /** Each of two ranks copies a half, 1 ps a byte. */
  @Test
  void in_virtual_time_a_copy_takes_the_processor() {
    var figures = new ProcessorFigures(0, 0, 0, 1);
    var network = new HockneyNetwork(2, 0, 0, new Protocol(256, Protocol.Mover.COPY), figures);
    var fabric = new SimulatedFabric(network, Noise.NONE, false);
    int length = 1 << 20;
    Worlds.simulated(
        fabric,
        rank -> Layout.ofNodes(rank, new long[2]),
        world ->
            world
                .withAlgorithm("broadcast=slices")
                .broadcast(buffer(numbers(world, length, 0, 1), length), 0));
    assertThat(fabric.now()).isBetween(length * 4L, length * 5L);
  }

  @Test
  void ranks_with_different_roots_all_hear_of_it() {
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      team.run(
          world -> {
            Buffer data = buffer(numbers(world, 100, world.rank(), 0), 100);
            assertThatThrownBy(
                    () -> inShortSegments(world, "").broadcast(data, world.rank() == 2 ? 2 : 0))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("with another root");
          });
    }
  }
}
