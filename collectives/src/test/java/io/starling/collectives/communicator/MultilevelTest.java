package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What tells one tree for all levels from a communicator for each (ADAPT, section 3). */
class MultilevelTest {

  private static final int LATE = 2;
  private static final int NEIGHBOUR = 1;
  private static final Buffer NOTHING = Buffer.EMPTY;

  /** Ranks 0 and 1 on one node, 2 and 3 on another; rank 2 joins when rank 1 says so. */
  private static void broadcastTo(String algorithm, BiConsumer<Communicator, Request> neighbour) {
    Placed placed = Placed.on("node:2 package:1 core:2 pu:1", 4, Mapping.BY_SLOT);
    try (RankTeam team = RankTeam.placed(TestFabric.LOCAL, 4, placed::layout)) {
      team.run(
          world -> {
            Communicator chosen = world.withAlgorithm("broadcast=" + algorithm + ",segment=64K");
            long[] data = new long[1 << 18];
            if (world.rank() == 0) {
              java.util.Arrays.fill(data, 7);
            }
            if (world.rank() == LATE) {
              world.receive(NOTHING, NEIGHBOUR, 0);
            }
            Request broadcast = chosen.iBroadcast(Buffer.of(data), 0);
            if (world.rank() == NEIGHBOUR) {
              neighbour.accept(world, broadcast);
            }
            broadcast.await();
            assertThat(data).containsOnly(7);
          });
    }
  }

  @Test
  void on_one_tree_a_late_node_does_not_hold_back_the_root_s_own() {
    broadcastTo(
        "topology",
        (world, broadcast) -> {
          broadcast.await();
          world.send(NOTHING, LATE, 0);
        });
  }

  @Test
  void level_after_level_it_does() {
    broadcastTo(
        "multilevel",
        (world, broadcast) -> {
          long start = System.nanoTime();
          while (System.nanoTime() - start < 50_000_000) {
            assertThat(broadcast.test()).isFalse();
          }
          world.send(NOTHING, LATE, 0);
        });
  }
}
