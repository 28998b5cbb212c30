package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.SpmdProgram;
import io.starling.collectives.Starling;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks are threads here. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StepSequenceTest {

  private static final int RANKS = 3;
  private static final int HOUR = 3_600_000;
  private static final long EAGER_BYTES = 256;
  private static final long[] NODES = {0, 1, 1, 2, 2};
  private static final Pattern STEP = Pattern.compile("seed 5, step (\\d+) of 3 ranks: ");

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  private void walk(Fault fault, long from, long steps) {
    Starling.local(RANKS, ThreadLevel.FUNNELED, walker(fault, from, steps));
  }

  private SpmdProgram walker(Fault fault, long from, long steps) {
    SoakPlan orders = new SoakPlan(5, from, steps, HOUR, false, 2, HOUR, fault);
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    return world -> {
      RankReport telling = new RankReport(out, world.rank(), HOUR);
      new StepSequence(orders, world, telling, new StepWatchdog(telling, HOUR)).go();
    };
  }

  @Test
  void every_result_of_a_walk_is_right() {
    walk(Fault.NONE, 0, 60);
    assertThat(told.toString(StandardCharsets.UTF_8)).contains(" end 60").contains(" steps 60");
  }

  /** On three nodes, with noise. */
  @ParameterizedTest
  @EnumSource
  void so_it_is_in_virtual_time(Protocol.Mover mover) {
    SimulatedNetwork network =
        new HockneyNetwork(
            NODES.length,
            VirtualTime.PER_MICROSECOND,
            100,
            new Protocol(EAGER_BYTES, mover),
            new ProcessorFigures(100_000, 200_000, 50, 100));
    Noise noise = new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, 5);
    Worlds.simulated(
        new SimulatedFabric(network, noise, true),
        rank -> Layout.ofNodes(rank, NODES),
        walker(Fault.NONE, 0, 60));
    assertThat(told.toString(StandardCharsets.UTF_8)).contains(" end 60").contains(" steps 60");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void a_fault_is_found_and_its_step_finds_it_again(Fault fault) {
    Throwable wrong = catchThrowable(() -> walk(fault, 0, 300));
    assertThat(wrong).isInstanceOf(WrongResultException.class);
    Matcher step = STEP.matcher(wrong.getMessage());
    assertThat(step.find()).as(wrong.getMessage()).isTrue();
    long number = Long.parseLong(step.group(1));
    assertThatThrownBy(() -> walk(fault, number, 1))
        .isInstanceOf(WrongResultException.class)
        .hasMessageContaining(step.group());
  }
}
