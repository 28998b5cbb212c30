package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.thread.Threading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that loses its processor while it copies a segment of a broadcast to its group's shelf.
 */
@Timeout(60)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LateClaimantTest {

  private static final int ROOT = 0;
  private static final int HELPER = 2;
  private static final int LATE = 3;
  private static final int MOST_TURNS = 500_000;

  private static final int BYTES = 1000;

  /** More broadcasts than a shelf has slots. */
  private static final int MANY = 600;

  private final List<LatePort> ports = new ArrayList<>();
  private final Placed twoGroups = Placed.on("package:2 numa:1 core:2 pu:1", 4, Mapping.BY_SLOT);
  private final MortalRanks ranks =
      new MortalRanks(4, 2, Threading.UNGUARDED, twoGroups::layout, this::late);

  /**
   * Another rank takes its claim over. All take the segment, it too, and go on, but the slot to
   * which it copies yet is not used again.
   */
  @Test
  void holds_back_itself_only() {
    await(broadcastOfAll(1));
    Broadcast late = broadcast(LATE, 2);
    runUntilDone(broadcast(ROOT, 2), ROOT);
    ports.get(LATE).holdAfter(0);
    move(LATE, 10);
    Broadcast taken = broadcast(HELPER, 2);
    runUntilDone(taken, HELPER);
    assertThat(taken.data()).containsOnly(2);
    assertThat(late.request()).isNotDone();
    List<Broadcast> next = new ArrayList<>();
    next.add(broadcast(1, 2));
    for (int content = 0; content < MANY; content++) {
      next.addAll(broadcastOfAll(content));
    }
    ports.get(LATE).holdNoMore();
    for (int step = 0; step < MOST_TURNS; step++) {
      move(step % ranks.size(), 1);
    }
    assertThat(next).as("the slot of its copy waits").anyMatch(each -> !each.request().isDone());
    assertThat(ports.get(LATE).release()).as("it had a copy open").isTrue();
    await(next);
    assertThat(late.data()).containsOnly(2);
    assertThat(next).allSatisfy(each -> assertThat(each.data()).containsOnly(each.content()));
  }

  private Port late(Port port) {
    LatePort late = new LatePort(port, () -> {});
    ports.add(late);
    return late;
  }

  /** A broadcast of one rank, and the data that it must have at its end. */
  private record Broadcast(CompletableFuture<Status> request, byte[] data, byte content) {}

  private List<Broadcast> broadcastOfAll(int content) {
    return IntStream.range(0, ranks.size()).mapToObj(rank -> broadcast(rank, content)).toList();
  }

  private Broadcast broadcast(int rank, int content) {
    byte[] data = new byte[BYTES];
    if (rank == ROOT) {
      Arrays.fill(data, (byte) content);
    }
    Request request =
        ranks
            .world(rank)
            .withAlgorithm("broadcast=shelf,segment=1000")
            .iBroadcast(Buffer.of(data), ROOT);
    return new Broadcast(request.toCompletionStage().toCompletableFuture(), data, (byte) content);
  }

  private void move(int rank, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      ranks.engine(rank).doWork();
    }
  }

  private void runUntilDone(Broadcast broadcast, int rank) {
    for (int turn = 0; !broadcast.request().isDone(); turn++) {
      assertThat(turn).as(ranks::whatAllWaitFor).isLessThan(MOST_TURNS);
      move(rank, 1);
    }
    broadcast.request().join();
  }

  private void await(List<Broadcast> broadcasts) {
    for (int step = 0; !broadcasts.stream().allMatch(each -> each.request().isDone()); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(MOST_TURNS);
      ranks.step();
    }
    broadcasts.forEach(each -> each.request().join());
  }
}
