package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.Communicator;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a rank says of a wait if other operations do the work of the one that it waits for. */
class AwaitedDelegatesTest {

  private static final int LATE = 2;
  private static final long[] DATA = new long[1 << 16];

  /** Rank 2 is late; another rank waits for it, and is interrupted. */
  private static void assertAwaited(
      RankTeam team, int waiting, Function<Communicator, Request> call, String expected) {
    team.run(
        world -> {
          if (world.rank() == LATE) {
            world.receive(Buffer.EMPTY, waiting, 0);
          }
          Request request = call.apply(world);
          if (world.rank() == waiting) {
            String words = interrupted(world, request, expected);
            assertThat(words).matches(expected);
            world.send(Buffer.EMPTY, LATE, 0);
          }
          request.await();
        });
  }

  /** What it says in the end: before, it may still wait for ranks that are not late. */
  private static String interrupted(Communicator world, Request request, String expected) {
    String words = "";
    long end = System.nanoTime() + 10_000_000_000L;
    while (!words.matches(expected) && System.nanoTime() < end) {
      world.iProbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
      Thread.currentThread().interrupt();
      Throwable thrown = catchThrowable(request::await);
      assertThat(Thread.interrupted()).isTrue();
      words = thrown == null ? "the wait has ended" : thrown.getMessage();
    }
    return words;
  }

  private static RankTeam twoNodes() {
    Placed placed = Placed.on("node:2 package:1 core:2 pu:1", 4, Mapping.BY_SLOT);
    return RankTeam.placed(TestFabric.LOCAL, 4, placed::layout);
  }

  @Test
  void a_broadcast_of_levels_names_the_rank_of_its_level() {
    try (RankTeam team = twoNodes()) {
      assertAwaited(
          team,
          0,
          world -> world.withAlgorithm("broadcast=multilevel,segment=64K").iBroadcast(buffer(), 0),
          "interrupted: rank 0 waits for broadcast of 524288 bytes \\(.*\\): send to rank 2"
              + " \\(segment .*\\)");
    }
  }

  @Test
  void a_reduce_of_levels_names_the_rank_of_its_level() {
    try (RankTeam team = twoNodes()) {
      assertAwaited(
          team,
          0,
          world ->
              world
                  .withAlgorithm("reduce=multilevel,segment=64K")
                  .iReduce(buffer(), buffer(), ReductionOperator.SUM, 0),
          "interrupted: rank 0 waits for reduce of 524288 bytes \\(.*\\): receive from rank 2"
              + " \\(segment .*\\)");
    }
  }

  @Test
  void a_broadcast_in_slices_that_goes_elsewhere_is_what_it_has_become() {
    try (RankTeam team = RankTeam.open(TestFabric.SHARED, 3)) {
      assertAwaited(
          team,
          1,
          world -> world.withAlgorithm("broadcast=slices").iBroadcast(buffer(), 0),
          "interrupted: rank 1 waits for broadcast of 524288 bytes \\([0-9]+ segments, parent"
              + " rank 0, 1 child\\): send to rank 2 \\(segment .*\\)");
    }
  }

  @Test
  void a_duplicate_names_the_rank_that_has_not_begun_it() {
    try (RankTeam team = RankTeam.open(TestFabric.LOCAL, 3)) {
      assertAwaited(
          team,
          0,
          Communicator::iDuplicate,
          "interrupted: rank 0 waits for world.iDuplicate\\(\\): .*receive from rank 2" + " .*");
    }
  }

  @Test
  void a_partitioned_receive_waits_for_the_sender_s_first_message() {
    try (RankTeam team = RankTeam.open(TestFabric.LOCAL, 3)) {
      assertAwaited(
          team,
          0,
          AwaitedDelegatesTest::partitioned,
          "interrupted: rank 0 waits for partitioned receive that waits for partitionedSendInit of"
              + " rank 2 with tag 1: receive from rank 2"
              + " \\(segment 0\\)");
    }
  }

  private static Request partitioned(Communicator world) {
    if (world.rank() == 0) {
      var receive = world.partitionedReceiveInit(buffer(), 2, LATE, 1);
      receive.start();
      return receive.request();
    }
    if (world.rank() == LATE) {
      var send = world.partitionedSendInit(buffer(), 2, 0, 1);
      send.start();
      send.ready(0, 1);
      return send.request();
    }
    return world.iSend(Buffer.EMPTY, Communicator.PROC_NULL, 0);
  }

  @Test
  void a_checked_broadcast_names_the_rank_that_has_not_called_it() {
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 3)) {
      assertAwaited(
          team,
          1,
          world -> world.iBroadcast(Buffer.of(new int[1]), 0),
          "interrupted: rank 1 waits for broadcast of 4 bytes .*; check of broadcast.*: .*receive"
              + " from rank [02] .*");
    }
  }

  private static Buffer buffer() {
    return Buffer.of(DATA);
  }
}
