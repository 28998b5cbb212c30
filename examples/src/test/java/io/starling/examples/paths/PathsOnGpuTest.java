package io.starling.examples.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.examples.AllPairsShortestPaths;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --device gpu} with real ranks, on the stand-in for CUDA's driver. */
@Tag("slow")
class PathsOnGpuTest {

  private static final Path STANDIN = Path.of("target", "standin").toAbsolutePath();
  private static final Path FOLDS = STANDIN.resolve("libfolds_on_host.so");
  private static final Path PATHS = STANDIN.resolve("libpaths_on_host.so");
  private static final int BAD_INPUT = 2;
  private static final int NO_COMPILER = 3;
  private static final int SECONDS = 60;

  @TempDir private Path folder;

  private record Outcome(int status, String output) {}

  @ParameterizedTest
  @ValueSource(ints = {2, 49, 96, 301})
  void distances_are_those_of_the_sequential_algorithm(int nodes) throws Exception {
    Outcome outcome = run(standin(), "--generate " + nodes + " --verify");

    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output())
        .contains(nodes + " nodes, ", "the result matches the sequential algorithm's");
  }

  @Test
  void kernels_that_end_late_are_waited_for() throws Exception {
    Map<String, String> environment = standin();
    environment.put("STANDIN_DELAY_US", "2000");

    Outcome outcome = run(environment, "--generate 64 --verify");

    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("the result matches the sequential algorithm's");
  }

  @Test
  void memory_that_one_rank_can_not_have_ends_all_of_them() throws Exception {
    Map<String, String> environment = standin();
    environment.put("STANDIN_MEMORY", "20000");

    Outcome outcome = run(environment, "--generate 128");

    assertThat(outcome.status()).as(outcome.output()).isEqualTo(BAD_INPUT);
    assertThat(outcome.output()).contains("--device gpu: rank 0: ").doesNotContain("\tat ");
  }

  @Test
  void without_a_driver_one_line_names_what_is_missing() throws Exception {
    Outcome outcome = run(Map.of("LD_LIBRARY_PATH", folder.toString()), "--generate 8");

    assumeTrue(outcome.status() != 0, "there is a driver");
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(BAD_INPUT);
    assertThat(outcome.output().lines().filter(line -> line.contains("libcuda.so.1")))
        .as(outcome.output())
        .singleElement()
        .asString()
        .startsWith("--device gpu: rank 0: GPU 0 ");
  }

  private Outcome run(Map<String, String> environment, String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "run", "-n", "3"));
    command.addAll(List.of(AllPairsShortestPaths.class.getName(), "--device", "gpu"));
    command.addAll(List.of(arguments.split(" ")));
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
          .as("it ends; until now: %s", Files.readString(output))
          .isTrue();
    } finally {
      process.destroy();
    }
    return new Outcome(process.exitValue(), Files.readString(output));
  }

  /** Compiles the stand-in; returns what ranks on it have in their environment. */
  private Map<String, String> standin() throws IOException, InterruptedException {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "JCuda's libraries are for amd64");
    Process build =
        new ProcessBuilder("src/test/native/build", STANDIN.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = build.waitFor();
    assumeTrue(status != NO_COMPILER, text);
    assertThat(status).as(text).isZero();
    Map<String, String> variables = new TreeMap<>();
    variables.put("LD_LIBRARY_PATH", libraries());
    variables.put("STANDIN_KERNELS", FOLDS + File.pathSeparator + PATHS);
    variables.put("STANDIN_FOLDER", folder.toString());
    // The launcher then gives the ranks none of the devices that this machine may have.
    variables.put("CUDA_VISIBLE_DEVICES", "0,1");
    return variables;
  }

  private static String libraries() {
    String others = System.getenv("LD_LIBRARY_PATH");
    return others == null ? STANDIN.toString() : STANDIN + File.pathSeparator + others;
  }
}
