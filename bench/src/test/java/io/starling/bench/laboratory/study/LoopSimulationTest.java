package io.starling.bench.laboratory.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.cluster.SmallCluster;
import io.starling.bench.laboratory.study.LoopTrial.Length;
import io.starling.bench.laboratory.study.LoopTrial.Outcome;
import io.starling.bench.laboratory.study.Looping.Barrier;
import io.starling.bench.laboratory.study.Looping.Root;
import io.starling.bench.laboratory.study.Looping.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LoopSimulationTest {

  private static final int RANKS = 8;

  @TempDir private Path folder;

  private LoopTrial trial(StudyCollective collective, Looping looping) throws IOException {
    Path file = Files.writeString(folder.resolve("small.json"), SmallCluster.TEXT);
    return new LoopTrial(
        SimulatedCluster.named(file.toString()),
        RANKS,
        collective,
        Implementation.ADAPT.specification(collective, Scope.SEGMENT),
        looping,
        Disturbance.NONE,
        1,
        Length.of(1));
  }

  private static Disturbance noise(double skew) {
    return new Disturbance(10, NoiseSettings.HERTZ, skew);
  }

  @ParameterizedTest
  @EnumSource
  void two_short_loops_without_noise_tell_how_long_a_long_one_takes(StudyCollective collective)
      throws IOException {
    assertTellsHowLong(40, 0.001, trial(collective, Looping.USUAL));
  }

  /** A shelf holds 16 messages of 4 MiB, and a chain of 32 nodes is long. */
  @Test
  void also_where_the_first_broadcasts_fill_what_a_runtime_keeps() throws IOException {
    String thin;
    try (InputStream cori = SimulatedCluster.class.getResourceAsStream("cori.json")) {
      thin = new String(cori.readAllBytes(), UTF_8).replace("core:16", "core:2");
    }
    Path file = Files.writeString(folder.resolve("thin.json"), thin);
    LoopTrial trial =
        new LoopTrial(
            SimulatedCluster.named(file.toString()),
            128,
            StudyCollective.BROADCAST,
            "broadcast=shelf,segment=128K",
            Looping.USUAL,
            Disturbance.NONE,
            1,
            Length.of(1));
    assertThat(thin).contains("core:2 ");
    assertTellsHowLong(100, 0.005, trial);
  }

  private static void assertTellsHowLong(int collectives, double error, LoopTrial trial) {
    int few = QuietLoop.length(trial);
    QuietLoop quiet =
        new QuietLoop(
            LoopSimulation.run(trial.quiet(few)), LoopSimulation.run(trial.quiet(2 * few)));
    Outcome many = LoopSimulation.run(trial.quiet(collectives));
    assertThat(many.collectives()).isEqualTo(collectives);
    assertThat(quiet.seconds(collectives))
        .isCloseTo(many.seconds(), within(error * many.seconds()));
  }

  @Test
  void a_loop_lasts_as_many_periods_as_it_should() throws IOException {
    LoopTrial trial = trial(StudyCollective.BROADCAST, Looping.USUAL).under(noise(0.02), 2);
    Outcome outcome = LoopSimulation.run(trial);
    assertThat(outcome.collectives() * outcome.seconds()).isBetween(0.2, 0.25);
    assertThat(LoopSimulation.run(trial)).isEqualTo(outcome);
    assertThat(LoopSimulation.run(trial.withSeed(2))).isNotEqualTo(outcome);
  }

  @ParameterizedTest
  @EnumSource
  void every_way_of_looping_ends(Barrier barrier) throws IOException {
    for (Root root : Root.values()) {
      double mean = seconds(new Looping(root, barrier, Timing.MEAN));
      double last = seconds(new Looping(root, barrier, Timing.LAST));
      assertThat(mean).isPositive().isLessThanOrEqualTo(last);
    }
  }

  private double seconds(Looping looping) throws IOException {
    return LoopSimulation.run(trial(StudyCollective.REDUCE, looping).under(noise(0.1), 1))
        .seconds();
  }

  /** With 64 ranks the longest burst of a period is nearly always almost 20 ms. */
  @Test
  @Tag("slow")
  void timers_in_phase_cost_a_tree_the_longest_burst_of_each_period() {
    LoopTrial trial =
        new LoopTrial(
            SimulatedCluster.named("cori"),
            64,
            StudyCollective.BROADCAST,
            Implementation.WAITALL.specification(StudyCollective.BROADCAST, Scope.SEGMENT),
            Looping.USUAL,
            Disturbance.NONE,
            1,
            Length.of(1));
    QuietLoop quiet =
        new QuietLoop(LoopSimulation.run(trial.quiet(6)), LoopSimulation.run(trial.quiet(12)));
    Outcome noisy = LoopSimulation.run(trial.under(noise(0), 20));
    double slowdown = noisy.seconds() / quiet.seconds(noisy.collectives()) - 1;
    assertThat(100 * slowdown).isBetween(22.0, 26.0);
  }
}
