package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.collectives.Communicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Explanations;
import io.starling.collectives.selection.Selection;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Who tells what was chosen, and for whom. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExplanationsTest {

  @Test
  void rank_0_of_each_communicator_tells_and_names_its_ranks() {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    try (RankTeam team = RankTeam.open(TestFabric.LOCAL, 6)) {
      team.run(
          world -> {
            Member member = ((RankCommunicator) world).member();
            Communicator told =
                new RankCommunicator(
                    member, Selection.DEFAULT.explainedBy(new Explanations(lines::add)));
            told.barrier();
            int color = world.rank() == 0 ? 0 : 1;
            try (Communicator part =
                told.split(world.rank() == 4 ? Communicator.UNDEFINED : color, 0)) {
              if (part != null) {
                part.barrier();
                part.barrier();
              }
            }
            try (Communicator reversed = told.split(0, -world.rank())) {
              reversed.barrier();
            }
          });
    }
    assertThat(lines.stream().filter(line -> line.startsWith("barrier")))
        .map(line -> line.substring(0, line.indexOf(':')))
        .containsExactlyInAnyOrder(
            "barrier on 6 ranks, 1 node",
            "barrier on 1 rank, 1 node (rank 0 of the job)",
            "barrier on 4 ranks, 1 node (ranks 1-3, 5 of the job)",
            "barrier on 6 ranks, 1 node (ranks 5, 4, 3, 2, 1, 0 of the job)");
  }

  @Test
  void who_is_not_asked_spends_nothing_on_it() {
    Selection asked = Selection.DEFAULT.explainedBy(new Explanations(line -> {}));
    int[] reversed = IntStream.range(0, 16).map(i -> 15 - i).toArray();
    List<Context> contexts =
        new SteppedRanks(16, 1)
            .worlds().stream()
                .map(
                    world ->
                        ((RankCommunicator) world).member().context().derive(1, reversed, true))
                .toList();
    Context first = contexts.getLast();
    assertThat(first.rank()).isZero();
    long telling = allocated(() -> asked.on(first));
    assertThat(allocated(() -> Selection.DEFAULT.on(first))).isLessThan(telling / 2);
    assertThat(allocated(() -> asked.on(contexts.getFirst()))).isLessThan(telling / 2);
  }

  /** How many bytes it allocates once all is loaded. */
  private static long allocated(Runnable action) {
    for (int i = 0; i < 10; i++) {
      action.run();
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    action.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
