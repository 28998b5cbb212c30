package io.starling.bench.laboratory.noise;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.Measurer;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.micro.Settings;
import io.starling.bench.micro.TimeSlots;
import io.starling.bench.report.Labels;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.transport.noise.NoiseSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What each rank of Starling runs; {@code mpi_driver.c} does the same. */
public final class NoiseRank {

  private NoiseRank() {}

  /** What {@link #main} reads. */
  static List<String> arguments(NoiseWork work, NoiseSettings settings, NoiseAlgorithm choice) {
    return List.of(
        work.kind().label(),
        Long.toString(work.bytes()),
        choice.specification(),
        Long.toString(work.firstWarmUp().toMillis()),
        Long.toString(work.warmUp().toMillis()),
        Long.toString(settings.origin().orElseThrow()),
        Long.toString(settings.turn()),
        Long.toString(work.skip().toNanos()),
        Integer.toString(work.turns()));
  }

  /** Loops through all turns; rank 0 prints a line for each. */
  public static void main(String[] arguments) {
    List<String> words = new ArrayList<>(List.of(arguments));
    BenchmarkKind kind = Labels.find(BenchmarkKind.class, words.removeFirst());
    long bytes = Long.parseLong(words.removeFirst());
    String specification = words.removeFirst();
    Settings settings =
        settings(
            Duration.ofMillis(Long.parseLong(words.removeFirst())),
            Duration.ofMillis(Long.parseLong(words.removeFirst())));
    TimeSlots turns =
        new TimeSlots(
            Long.parseLong(words.removeFirst()),
            Long.parseLong(words.removeFirst()),
            Long.parseLong(words.removeFirst()),
            Integer.parseInt(words.removeFirst()));
    try (Communicator world = Starling.world()) {
      Communicator subject = specification.isEmpty() ? world : world.withAlgorithm(specification);
      Measurer measurer = new Measurer(world, settings);
      measurer.warmUp(kind, subject, List.of(bytes));
      double[] iterations = measurer.loop(kind, subject, bytes, turns);
      for (int i = 0; world.rank() == 0 && i < iterations.length; i++) {
        System.out.printf(
            Locale.ROOT, "{\"turn\":%d,\"iterations\":%.4f}%n", turns.first() + i, iterations[i]);
      }
    }
  }

  private static Settings settings(Duration firstWarmUp, Duration warmUp) {
    return new Settings(
        BasicDatatype.FLOAT32,
        ReductionOperator.SUM,
        MessageMemoryKind.SHARED,
        false,
        firstWarmUp,
        warmUp,
        Duration.ZERO,
        OptionalLong.empty(),
        Computing.ALL,
        Optional.empty());
  }
}
