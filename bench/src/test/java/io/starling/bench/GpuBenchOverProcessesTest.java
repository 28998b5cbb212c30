package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code starling bench --device gpu}, from the command line to the end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuBenchOverProcessesTest {

  private static final int BAD_INPUT = 2;
  private static final int SECONDS = 60;

  @TempDir private Path folder;

  private record Outcome(int status, String output, String errors) {}

  private Outcome bench(Map<String, String> environment, String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "bench", "--device", "gpu"));
    command.addAll(List.of(arguments.split(" ")));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
          .as("it ends; until now: %s", Files.readString(errors))
          .isTrue();
    } finally {
      process.destroy();
    }
    return new Outcome(process.exitValue(), Files.readString(output), Files.readString(errors));
  }

  private Outcome benchOnStandin(String arguments) throws Exception {
    GpuStandin.assume();
    return bench(GpuStandin.environment(folder), arguments);
  }

  @Test
  void each_size_has_a_row_and_each_line_of_json_its_device() throws Exception {
    Path json = folder.resolve("figures.json");

    Outcome outcome =
        benchOnStandin(
            "broadcast,allreduce -n 3 --sizes 8,4K,1M --warm-up 0 --iterations 3 --json " + json);

    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.output().lines().filter(line -> line.matches("(broadcast|allreduce) .*")))
        .as(outcome.output())
        .hasSize(6);
    assertThat(outcome.output())
        .startsWith(
            "messages are in the memory of GPU 0 (Starling stand-in (no GPU)): ranks 0, 2; GPU 1"
                + " (Starling stand-in (no GPU)): rank 1\n");
    assertThat(Files.readAllLines(json))
        .hasSize(6)
        .allMatch(
            line ->
                line.contains(
                    "\"device\":\"GPU 0 (Starling stand-in (no GPU)), GPU 1 (Starling stand-in (no"
                        + " GPU))\""));
  }

  @Test
  void memory_of_the_host_is_none_of_a_gpu_s() throws Exception {
    Outcome outcome = bench(Map.of(), "broadcast -n 2 --memory heap");

    assertThat(outcome.status()).as(outcome.errors()).isEqualTo(BAD_INPUT);
    assertThat(outcome.errors()).contains("--memory works with --device cpu only");
  }

  @Test
  void without_a_driver_one_line_names_what_is_missing() throws Exception {
    Outcome outcome =
        bench(Map.of("LD_LIBRARY_PATH", folder.toString()), "broadcast -n 2 --sizes 8");

    assumeThat(outcome.status()).as("there is a driver").isNotZero();
    assertThat(outcome.status()).as(outcome.errors()).isEqualTo(BAD_INPUT);
    assertThat(complaints(outcome))
        .singleElement()
        .asString()
        .matches("starling bench: --device gpu: rank \\d: GPU 0 .*libcuda\\.so\\.1.*");
  }

  @Test
  void a_variable_that_names_no_device_is_told_once() throws Exception {
    GpuStandin.assume();
    var environment = GpuStandin.environment(folder);
    environment.put("STARLING_GPU", "7");

    Outcome outcome = bench(environment, "broadcast -n 3 --sizes 8");

    assertThat(outcome.status()).as(outcome.errors()).isEqualTo(BAD_INPUT);
    assertThat(complaints(outcome))
        .singleElement()
        .asString()
        .contains("rank 0: STARLING_GPU is '7', which is not a device");
  }

  @Test
  void a_device_that_one_rank_can_not_have_ends_all_of_them() throws Exception {
    GpuStandin.assume();
    var environment = GpuStandin.environment(folder);
    environment.putAll(Map.of("STANDIN_DEVICES", "1", "STANDIN_EXCLUSIVE", "1"));

    Outcome outcome = bench(environment, "broadcast -n 2 --sizes 8");

    assertThat(outcome.status()).as(outcome.errors()).isEqualTo(BAD_INPUT);
    assertThat(complaints(outcome))
        .singleElement()
        .asString()
        .matches("starling bench: --device gpu: rank \\d: GPU 0 .*");
  }

  /** The messages about devices; no process has printed a stack trace. */
  private static List<String> complaints(Outcome outcome) {
    assertThat(outcome.errors()).doesNotContain("\tat ", "Exception");
    return outcome.errors().lines().filter(line -> line.contains("--device gpu")).toList();
  }

  @Test
  void a_trace_shows_folds_beside_copies_of_other_segments() throws Exception {
    GpuStandin.assume();
    var environment = GpuStandin.environment(folder);
    environment.put("STANDIN_DELAY_US", "300");
    environment.put("STARLING_GPU_PEER", "off");
    Path trace = folder.resolve("trace.json");

    Outcome outcome =
        bench(
            environment,
            "reduce -n 3 --sizes 4M --algorithm chain,segment=128K --warm-up 0 --iterations 2"
                + " --trace "
                + trace);

    assertThat(outcome.status()).as(outcome.errors()).isZero();
    List<TraceSlice> slices = TraceSlice.read(trace);
    List<TraceSlice> folds = TraceSlice.in(slices, "on device");
    List<TraceSlice> copiesIn = TraceSlice.in(slices, "to device");
    List<TraceSlice> copiesOut = TraceSlice.in(slices, "from device");
    // A segment goes in before its fold is posted, and out after that.
    assertThat(folds)
        .anyMatch(
            fold ->
                copiesIn.stream().anyMatch(fold::isOpenWhenBegins)
                    && copiesOut.stream().anyMatch(copy -> copy.isOpenWhenBegins(fold)));
    List<TraceSlice> receives = TraceSlice.in(slices, "receives");
    assertThat(copiesIn).anyMatch(copy -> receives.stream().anyMatch(copy::isOpenWhenBegins));
    List<TraceSlice> sends = TraceSlice.in(slices, "sends");
    assertThat(copiesOut).anyMatch(copy -> sends.stream().anyMatch(copy::isOpenWhenBegins));
  }
}
