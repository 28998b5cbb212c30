package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.selection.Explanations;
import io.starling.collectives.selection.Selection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
}
