package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.topology.layout.Layout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    MemorySegment data = numbers(world, length, ROOT, 5);
    return new MortalRun(
        inShortSegments(world, "").iBroadcast(buffer(data, length), ROOT),
        () -> check(data, length, 5));
  }

  @Override
  boolean needs(int rank, int other) {
    return rank == ROOT || other == ROOT;
  }

  /** A rank that has begun and is away does not hold up the others, whichever it is. */
  @Test
  void all_others_end_while_one_that_has_begun_is_away() {
    int size = 4;
    for (int away = 0; away < size; away++) {
      MortalRanks ranks = new MortalRanks(size, away);
      oneRun(ranks);
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

  /** The first run sets up the words, which needs all ranks. */
  private void oneRun(MortalRanks ranks) {
    List<Request> first = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      first.add(mortalRun(ranks.world(rank)).request());
    }
    runUntilDone(ranks, first, NONE);
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

  /** A rank whose call and that of its root agree may end before it sees the other one. */
  @Test
  void ranks_with_different_roots_hear_of_it() {
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      team.run(
          world -> {
            Communicator chosen = inShortSegments(world, "");
            int root = world.rank() == 2 ? 2 : 0;
            MemorySegment data = numbers(world, 100, root, 5);
            try {
              chosen.broadcast(buffer(data, 100), root);
              assertThat(world.rank()).isEqualTo(1);
              check(data, 100, 5);
            } catch (StarlingException e) {
              assertThat(e).hasMessageContaining("with another root");
            }
            world.barrier();
          });
    }
  }

  /** It sees that in the moment in which the words are set up for it. */
  @Test
  void a_late_rank_hears_of_different_roots_too() {
    MortalRanks ranks = new MortalRanks(3, 0);
    List<CompletableFuture<Status>> ends = new ArrayList<>();
    for (int rank : List.of(0, 2, 1)) {
      Communicator world = ranks.world(rank);
      int root = rank == 2 ? 2 : 0;
      MemorySegment data = numbers(world, 100, root, 5);
      Request request = inShortSegments(world, "").iBroadcast(buffer(data, 100), root);
      ends.add(request.toCompletionStage().toCompletableFuture());
      for (int step = 0; step < 10_000; step++) {
        if (rank == 1 || step % 3 != 1) {
          ranks.engine(step % 3).doWork();
        }
      }
    }
    for (CompletableFuture<Status> end : ends) {
      assertThat(end)
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withMessageContaining("with another root");
    }
  }

  @Test
  void a_rank_that_has_not_begun_delays_only_itself_and_the_root() {
    int size = 4;
    for (int late : List.of(0, 2, 3)) {
      MortalRanks ranks = new MortalRanks(size, late);
      oneRun(ranks);
      for (int run = 0; run < 20; run++) {
        severalRunsWithout(ranks, late);
      }
    }
  }

  /** More runs than there are words for, of which the late rank has begun none. */
  private void severalRunsWithout(MortalRanks ranks, int late) {
    List<MortalRun> roots = new ArrayList<>();
    List<MortalRun> others = new ArrayList<>();
    int runs = 8;
    for (int run = 0; run < runs; run++) {
      for (int rank = 0; rank < ranks.size(); rank++) {
        if (rank != late) {
          (rank == ROOT ? roots : others).add(mortalRun(ranks.world(rank)));
        }
      }
    }
    runUntilDone(ranks, others.stream().map(MortalRun::request).toList(), late);
    others.forEach(run -> run.check().run());
    assertThat(roots).noneMatch(run -> run.request().test());
    for (int run = 0; run < runs; run++) {
      roots.add(mortalRun(ranks.world(late)));
    }
    runUntilDone(ranks, roots.stream().map(MortalRun::request).toList(), NONE);
    roots.forEach(run -> run.check().run());
  }

  /** Others copy all of its pieces, and use the words again, before it sees that the root began. */
  @Test
  void a_rank_that_looks_when_all_others_have_gone_on_has_its_message() {
    int size = 4;
    for (int away : List.of(0, 2, 3)) {
      MortalRanks ranks = new MortalRanks(size, away);
      oneRun(ranks);
      List<MortalRun> ofAway = new ArrayList<>();
      List<MortalRun> ofOthers = new ArrayList<>();
      for (int run = 0; run < 9; run++) {
        ofAway.add(mortalRun(ranks.world(away)));
      }
      for (int run = 0; run < 9; run++) {
        for (int rank = 0; rank < size; rank++) {
          if (rank != away) {
            ofOthers.add(mortalRun(ranks.world(rank)));
          }
        }
      }
      List<Request> firstEight =
          ofOthers.stream().limit(8L * (size - 1)).map(MortalRun::request).toList();
      runUntilDone(ranks, firstEight, away);
      ranks.engine(ROOT).doWork();
      ofOthers.addAll(ofAway);
      runUntilDone(ranks, ofOthers.stream().map(MortalRun::request).toList(), NONE);
      ofOthers.forEach(run -> run.check().run());
    }
  }

  /** Only the root's memory must be mapped by others. */
  @Test
  void a_rank_whose_memory_others_do_not_map_copies_its_message_itself() {
    int length = 1000;
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 4)) {
      team.run(
          world -> {
            Communicator chosen = inShortSegments(world, "");
            for (int run = 0; run < 20; run++) {
              long[] array = new long[length];
              boolean isInArray = world.rank() % 2 == 1;
              MemorySegment data =
                  isInArray ? MemorySegment.ofArray(array) : numbers(world, length, 0, run);
              chosen.broadcast(buffer(data, length), 0);
              check(data, length, run);
            }
          });
    }
  }

  @Test
  void so_does_one_whose_memory_has_gaps() {
    int length = 500;
    Datatype everySecond = Datatype.vector(length, 1, 2, Datatype.INT64);
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      team.run(
          world -> {
            Communicator chosen = inShortSegments(world, "");
            MemorySegment data = numbers(world, 2 * length, 0, 7);
            Buffer all = buffer(data, length);
            chosen.broadcast(world.rank() == 2 ? Buffer.of(data, everySecond, 1) : all, 0);
            for (int i = 0; i < length; i++) {
              int place = world.rank() == 2 ? 2 * i : i;
              assertThat(data.getAtIndex(ValueLayout.JAVA_LONG, place)).isEqualTo(7L + i);
            }
          });
    }
  }
}
