package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Spawn;
import io.starling.collectives.call.JobProcesses;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.runtime.bootstrap.api.SpawnAnswer;
import io.starling.runtime.bootstrap.api.SpawnRequest;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.topology.layout.Layout;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Ranks die while others are started. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnFailuresTest {

  private static final int NEW = 2;

  /** A launcher that has started rank 2 at once. */
  private static final class Launcher implements Spawner {

    @Override
    public void spawn(String name, SpawnRequest request) {
      // It is there already.
    }

    @Override
    public void put(String key, byte[] value) {
      // All ranks know each other.
    }

    @Override
    public Optional<byte[]> find(String key) {
      return Optional.of(new SpawnAnswer(NEW, "").encode());
    }

    @Override
    public void forget(String key) {
      // It answers at once.
    }
  }

  private static Communicator withLauncher(MortalRanks ranks, int rank) {
    Context world = Context.world(ranks.engine(rank), Layout.flat(ranks.size()));
    JobProcesses processes =
        JobProcesses.of(new Launcher(), new ProcessNumbers(0, ranks.size(), false));
    return new RankCommunicator(
        Member.ofWorld(world, false, () -> {}, (_, _) -> {}, processes), Selection.DEFAULT);
  }

  @Test
  void new_ranks_hear_that_the_group_which_has_started_them_has_lost_a_rank() {
    MortalRanks ranks = new MortalRanks(3, 7);
    Map<Integer, Communicator> groups = new ConcurrentHashMap<>();
    ranks.run(
        world -> {
          int rank = world.rank();
          groups.put(rank, withLauncher(ranks, rank).split(rank == NEW ? 1 : 0, rank));
        });
    ranks.kill(1);
    ranks.run(
        world -> {
          Communicator group = groups.get(world.rank());
          if (world.rank() == NEW) {
            assertThatThrownBy(() -> ((RankCommunicator) group).meetParents(0, NEW))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("the other group has failed");
          } else {
            assertThatThrownBy(() -> group.spawn(0, Spawn.of(1, "Main")))
                .isInstanceOf(RankFailedException.class);
          }
        });
  }
}
