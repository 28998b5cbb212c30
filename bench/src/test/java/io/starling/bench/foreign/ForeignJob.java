package io.starling.bench.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.rank.ForeignRankMain;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A program under a launcher that is not Starling's. */
final class ForeignJob {

  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final Path CONTRACT = Path.of("../collectives/target/test-classes");

  /** How a job has ended. */
  record Outcome(int status, String output, String errors) {

    /**
     * Checks that each rank has computed what it should, and printed nothing else but what UCX logs
     * to stdout when a rank gives up a flush at its end.
     */
    void showsRanks(int ranks) {
      assertThat(status).as(errors).isZero();
      int sum = ranks * (ranks + 1) / 2;
      assertThat(output.lines().filter(line -> !line.contains(" UCX  ")))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, ranks)
                  .mapToObj(rank -> "rank %d of %d: %d, 42".formatted(rank, ranks, sum))
                  .toList());
    }

    void showsTheContract(int ranks) {
      assertThat(status).as(errors).isZero();
      assertThat(output.lines().filter(line -> line.endsWith("holds the contract"))).hasSize(ranks);
    }

    void showsADeliberateFailure() {
      assertThat(status).as(errors).isNotZero();
      assertThat(errors).contains("deliberate");
      assertThat(output).doesNotContain("rank 0");
    }
  }

  private ForeignJob() {}

  /** Skips a test whose launcher is not installed. */
  static void require(String program) {
    boolean found =
        Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .map(folder -> Path.of(folder, program))
            .anyMatch(Files::isExecutable);
    assumeTrue(found, "no " + program + " here");
  }

  /** Runs the test's program as 'java Main' does. */
  static Outcome run(List<String> launcher, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return run(launcher, environment, java(ForeignProgram.class.getName(), arguments));
  }

  /** Runs it as 'starling exec Main' does. */
  static Outcome execute(List<String> launcher, String main, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(main));
    all.addAll(List.of(arguments));
    return run(
        launcher, Map.of(), java(ForeignRankMain.class.getName(), all.toArray(String[]::new)));
  }

  static List<String> java(String main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        CONTRACT.toAbsolutePath() + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(main);
    command.addAll(List.of(arguments));
    return command;
  }

  static Outcome run(List<String> launcher, Map<String, String> environment, List<String> program)
      throws IOException, InterruptedException {
    return run(launcher, environment, program, PATIENCE);
  }

  static Outcome run(
      List<String> launcher,
      Map<String, String> environment,
      List<String> program,
      Duration patience)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return outcome(builder, patience);
  }

  /** Waits for the end, with its output in files, which never stop it as a full pipe does. */
  private static Outcome outcome(ProcessBuilder builder, Duration patience)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("foreign", ".out");
    Path errors = Files.createTempFile("foreign", ".err");
    try {
      Process process =
          builder.redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
      if (!process.waitFor(patience)) {
        process.destroy();
        process.waitFor(Duration.ofSeconds(5));
        process.destroyForcibly();
        throw new AssertionError(builder.command() + " hangs: " + Files.readString(errors));
      }
      return new Outcome(
          process.exitValue(),
          Files.readString(output, StandardCharsets.UTF_8),
          Files.readString(errors, StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
