package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All that ranks do with data on a GPU, by real processes on the stand-in for the driver. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuContractOverProcessesTest {

  @TempDir private Path folder;

  @BeforeAll
  static void the_stand_in_is_here() {
    GpuStandin.assume();
  }

  /** What the stand-in reports of the ranks' devices. */
  private List<String> report(
      int ranks, String transport, Map<String, String> variables, String what, String... more)
      throws IOException, InterruptedException {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("GpuContractOverProcessesTest: -Dstarling.seed=" + seed);
    Map<String, String> all = GpuStandin.environment(folder);
    all.put("STARLING_TRANSPORT", transport);
    all.put("STANDIN_SEED", Long.toString(seed % 1_000_000));
    all.putAll(variables);
    new GpuJob(ranks, all, Optional.empty()).runContract(seed, what, more);
    try (Stream<String> lines = Files.lines(folder.resolve("report"))) {
      return lines.toList();
    }
  }

  private void holds(int ranks, String transport, Map<String, String> variables)
      throws IOException, InterruptedException {
    assertThat(report(ranks, transport, variables, "contract"))
        .noneMatch(line -> line.startsWith("leaked"))
        .hasSize(3 * ranks);
  }

  @ParameterizedTest
  @CsvSource({"shared, 2, STANDIN_DELAY_US=300", "ucx, 2, STARLING_PROGRESS=thread"})
  void what_is_done_to_a_device_is_what_is_done_to_host_memory(
      String transport, int ranks, String variable) throws Exception {
    holds(ranks, transport, variables(variable));
  }

  @ParameterizedTest
  @Tag("exhaustive")
  @CsvSource({
    "ucx, 2, STARLING_GPU_FOLDS=host",
    "shared, 2, STARLING_GPU_CACHE=16K",
    "shared, 3, STARLING_PROGRESS=thread",
    "shared, 3, STARLING_GPU_CACHE=0",
    "ucx, 3, STARLING_GPU_CACHE=0",
    "shared, 5, STARLING_GPU_FOLDS=host",
    "shared, 3, STARLING_GPU_PEER=off",
    "ucx, 3, STANDIN_DELAY_US=300",
    "shared, 5, STANDIN_DELAY_US=100",
    "ucx, 5, STARLING_PROGRESS=thread",
    "ucx, 5, STARLING_GPU_CACHE=16K"
  })
  void and_with_more_settings(String transport, int ranks, String variable) throws Exception {
    holds(ranks, transport, variables(variable));
  }

  /** Shorter ones, as the others have them, go through the host. */
  @Test
  @Tag("slow")
  void long_segments_arrive_from_another_process_s_memory_of_the_device() throws Exception {
    List<String> report = report(3, "shared", Map.of("STANDIN_DEVICES", "1"), "peers");
    assertThat(report).noneMatch(line -> line.startsWith("leaked")).hasSize(9);
    // 24 MB of it are what a rank copies within its own memory.
    assertThat(report.stream().filter(line -> line.endsWith("within devices")))
        .hasSize(3)
        .allMatch(line -> Long.parseLong(line.split(" ")[1]) > 50_000_000);
  }

  private static Map<String, String> variables(String assignment) {
    String[] parts = assignment.split("=");
    return Map.of(parts[0], parts[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared", "ucx"})
  void each_byte_of_a_broadcast_crosses_once_into_a_device_and_once_out_of_the_roots(
      String transport) throws Exception {
    assertThat(report(3, transport, Map.of("STARLING_GPU_PEER", "off"), "broadcast", "3000001"))
        .containsExactlyInAnyOrder(
            "copied 3000001 bytes from device to host",
            "copied 0 bytes from device to host",
            "copied 0 bytes from device to host",
            "copied 0 bytes from host to device",
            "copied 3000001 bytes from host to device",
            "copied 3000001 bytes from host to device",
            "copied 0 bytes within devices",
            "copied 0 bytes within devices",
            "copied 0 bytes within devices");
  }
}
