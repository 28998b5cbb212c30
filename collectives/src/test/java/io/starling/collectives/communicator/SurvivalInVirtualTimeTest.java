package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.selection.Selection;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.bootstrap.api.ForwardingSupervision;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedRanks;
import io.starling.runtime.transport.simulated.SimulatedSupervision;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every collective, every victim, killed at any virtual time: every survivor comes to an end soon
 * after the failure is known, the survivors go on together, though another one may die meanwhile,
 * and all of that again at the same times in a second run. {@code -Dstarling.seed=N} runs a failing
 * seed again.
 */
class SurvivalInVirtualTimeTest {

  private static final long MILLISECOND = 1000 * VirtualTime.PER_MICROSECOND;
  private static final long EAGER_BYTES = 256;

  /** How long the launcher does not miss a rank. */
  private static final long DELAY = 5 * MILLISECOND;

  /** Within this time a rank that waits looks for news, and its call ends. */
  private static final long LOOK = 11 * MILLISECOND;

  private static final long RECOVERY = 60 * MILLISECOND;

  /** All is over long before, unless ranks wait for news that never comes. */
  private static final long END_OF_TIME = 1000 * MILLISECOND;

  @TestFactory
  Stream<DynamicTest> survivors_of_any_rank_at_any_time_go_on() {
    return Survival.tests(
        (seed, variant, victim) -> {
          Scenario scenario = new Scenario(seed, variant, victim);
          assertThat(scenario.run()).isEqualTo(scenario.run());
        });
  }

  /**
   * What happened at a rank: the end of its collective, and the members that went on, with times.
   */
  private record Outcome(boolean hasResult, long ended, String members, long wentOn) {}

  /** One collective, one victim, perhaps a second one afterwards. */
  private static final class Scenario {
    private final long seed;
    private final int size;
    private final Survival survival;
    private final Placed placed;
    private final Protocol.Mover mover;
    private final long[] starts;
    private final Map<Integer, Long> deaths = new TreeMap<>();
    private final long latestEnd;

    Scenario(long seed, Variant variant, int victim) {
      SplittableRandom chance = new SplittableRandom(seed);
      this.seed = seed;
      size = 2 + chance.nextInt(5);
      survival = new Survival(variant, chance.nextInt(size), victim % size);
      String machine = Placed.MACHINES.get(chance.nextInt(Placed.MACHINES.size()));
      placed = Placed.on(machine, size, Mapping.BY_NODE);
      mover = Protocol.Mover.values()[chance.nextInt(Protocol.Mover.values().length)];
      starts = chance.longs(size, 0, 20 * VirtualTime.PER_MICROSECOND).toArray();
      long undisturbed = new Run(this).alone();
      long death = chance.nextLong(undisturbed + undisturbed / 10);
      if (chance.nextBoolean()) {
        deaths.put(chance.nextInt(size), death + chance.nextLong(RECOVERY));
      }
      deaths.put(survival.victim(), death);
      latestEnd = undisturbed + death + DELAY + LOOK;
    }

    Map<Integer, Outcome> run() {
      Map<Integer, Outcome> outcomes = new Run(this).all();
      assertThat(outcomes.values().stream().map(Outcome::members).distinct())
          .hasSize(outcomes.isEmpty() ? 0 : 1);
      return outcomes;
    }

    SimulatedFabric fabric() {
      return new SimulatedFabric(
          new HockneyNetwork(
              size,
              VirtualTime.PER_MICROSECOND,
              100,
              new Protocol(EAGER_BYTES, mover),
              new ProcessorFigures(100_000, 200_000, 50, 100)),
          new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, seed),
          true);
    }
  }

  /** One run of a scenario. */
  private static final class Run {
    private final Scenario scenario;
    private final SimulatedFabric fabric;
    private final SimulatedRanks ranks;
    private final SimulatedSupervision supervision;
    private final Map<Integer, Outcome> outcomes = new TreeMap<>();

    Run(Scenario scenario) {
      this.scenario = scenario;
      fabric = scenario.fabric();
      ranks = new SimulatedRanks(fabric);
      supervision = new SimulatedSupervision(fabric, DELAY);
    }

    /** When the collective is over where no rank dies. */
    long alone() {
      ranks.run(rank -> start(world(rank)).await(toString()));
      return fabric.now();
    }

    Map<Integer, Outcome> all() {
      scenario.deaths.forEach((rank, time) -> supervision.fail(rank, time, Survival.REASON));
      IntConsumer program = rank -> outcomes.put(rank, survive(world(rank)));
      ranks.run(program);
      return outcomes;
    }

    private Communicator world(int rank) {
      Engine engine = ranks.engine(rank);
      FailureMonitor.of(engine)
          .watch(
              new ForwardingSupervision(supervision.of(rank)) {
                @Override
                public void poll(Listener listener) {
                  assertThat(fabric.now())
                      .as("time runs away: %s", engine.waits().pending())
                      .isLessThan(END_OF_TIME);
                  super.poll(listener);
                }
              });
      return new RankCommunicator(
          Member.ofWorld(engine, scenario.placed.layout(rank), false, engine::close),
          Selection.DEFAULT);
    }

    private Survival.Call start(Communicator world) {
      fabric.port(world.rank()).idleUntil(scenario.starts[world.rank()]);
      return scenario.survival.start(world);
    }

    private Outcome survive(Communicator world) {
      Survival.Call call = start(world);
      boolean hasResult = true;
      try {
        call.await(toString());
      } catch (RankFailedException e) {
        hasResult = false;
        assertThat(scenario.deaths)
            .containsKeys(Arrays.stream(e.ranks()).boxed().toArray(Integer[]::new));
        assertThat(e).hasMessageContaining(Survival.REASON);
      }
      long ended = clock(world);
      assertThat(ended).isLessThan(scenario.latestEnd);
      assertThatThrownBy(() -> barriers(world)).isInstanceOf(RankFailedException.class);
      assertThat(world.failedRanks()).contains(scenario.survival.victim());
      assertThat(ranks.engine(world.rank()).activeOperations()).isZero();
      return new Outcome(hasResult, ended, scenario.survival.goOn(world), clock(world));
    }

    /** One after the other, until the victim is missing. */
    private static void barriers(Communicator world) {
      while (true) {
        world.barrier();
      }
    }

    private long clock(Communicator world) {
      return fabric.port(world.rank()).clock();
    }

    @Override
    public String toString() {
      return scenario.survival.toString();
    }
  }
}
