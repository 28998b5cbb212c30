package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks die, or are interrupted, while others are started. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnFailuresTest {

  private static final int NEW = 2;

  /** A launcher that has started rank 2 at once, and interrupts who looks for its answer early. */
  private static final class Launcher implements Spawner {

    private final AtomicInteger looksBefore;

    Launcher(int looksBefore) {
      this.looksBefore = new AtomicInteger(looksBefore);
    }

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
      if (looksBefore.getAndDecrement() > 0) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
      return Optional.of(new SpawnAnswer(NEW, "").encode());
    }

    @Override
    public void forget(String key) {
      // It answers at once.
    }
  }

  private static Communicator withLauncher(MortalRanks ranks, int rank, int looksBefore) {
    Context world = Context.world(ranks.engine(rank), Layout.flat(ranks.size()));
    JobProcesses processes =
        JobProcesses.of(new Launcher(looksBefore), new ProcessNumbers(0, ranks.size(), false));
    return new RankCommunicator(
        Member.ofWorld(world, false, () -> {}, (_, _) -> {}, processes), Selection.DEFAULT);
  }

  /** Rank 2 is the only one of a group of its own, and the others are the other group. */
  private static Map<Integer, Communicator> groups(MortalRanks ranks, int looksBefore) {
    Map<Integer, Communicator> groups = new ConcurrentHashMap<>();
    ranks.run(
        world -> {
          int rank = world.rank();
          Communicator own = withLauncher(ranks, rank, looksBefore);
          groups.put(rank, own.split(rank == NEW ? 1 : 0, rank));
        });
    return groups;
  }

  @ParameterizedTest
  @ValueSource(longs = {7, MortalRanks.ROUTED + 7})
  void an_interrupt_while_the_launcher_works_takes_effect_when_the_ranks_have_met(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    Map<Integer, Communicator> groups = groups(ranks, 1000);
    ranks.run(
        world -> {
          RankCommunicator group = (RankCommunicator) groups.get(world.rank());
          if (world.rank() == NEW) {
            group.meetParents(0, NEW);
            assertThat(group.parent()).isPresent();
          } else {
            try (Intercommunicator children = group.spawn(0, Spawn.of(1, "Main"))) {
              assertThat(children.remoteSize()).isEqualTo(1);
            }
            assertThat(Thread.interrupted()).isEqualTo(world.rank() == 0);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {7, MortalRanks.ROUTED + 7})
  void a_leader_that_is_interrupted_in_the_meeting_says_so_to_the_other_group(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    Map<Integer, Communicator> groups = groups(ranks, 0);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch heard = new CountDownLatch(1);
    ranks.run(
        world -> {
          RankCommunicator group = (RankCommunicator) groups.get(world.rank());
          if (world.rank() == NEW) {
            awaitQuietly(interrupted);
            assertThatThrownBy(() -> group.meetParents(0, NEW))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("the other group has failed");
            heard.countDown();
          } else if (world.rank() == 0) {
            Thread self = Thread.currentThread();
            Thread.ofPlatform().daemon().start(() -> interruptInTheMeeting(self));
            assertThatThrownBy(() -> group.spawn(0, Spawn.of(1, "Main")))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            interrupted.countDown();
            // The program goes on, and with it the leader's last words.
            while (heard.getCount() > 0) {
              ranks.engine(0).look();
            }
          } else {
            assertThatThrownBy(() -> group.spawn(0, Spawn.of(1, "Main")))
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("which leads this group, has failed");
          }
        });
  }

  /** A thread that waits long is named after what it waits for. */
  private static void interruptInTheMeeting(Thread leader) {
    while (!leader.getName().contains("receive from rank " + NEW)) {
      Thread.onSpinWait();
    }
    leader.interrupt();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, MortalRanks.ROUTED + 7})
  void new_ranks_hear_that_the_group_which_has_started_them_has_lost_a_rank(long seed) {
    MortalRanks ranks = new MortalRanks(3, seed);
    Map<Integer, Communicator> groups = groups(ranks, 0);
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
