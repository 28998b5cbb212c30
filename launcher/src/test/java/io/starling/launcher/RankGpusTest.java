package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.RankGpus;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.GpuMap;
import io.starling.topology.placement.PlacementPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Where hwloc is told to pretend a machine with GPUs, real ranks are told theirs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RankGpusTest {

  private static final Path GPUS =
      Path.of("..", "topology", "src", "test", "resources", "machines", "gpus.xml");
  private static final String PRETEND = "HWLOC_XMLFILE=" + GPUS;
  private static final String[] PROGRAM = {
    TestProgram.class.getName(), "variable", RankGpus.VARIABLE
  };

  /** What a rank of two finds in its environment after the launcher has made up its mind. */
  private static Optional<String> told(String gpuMap, Map<String, String> environment) {
    PlacementRequest request =
        new PlacementRequest(
            Optional.of(GPUS.toString()),
            PlacementPolicy.NONE,
            Optional.ofNullable(gpuMap).map(GpuMap::parse));
    var gpus = RankGpus.choose(request, request.place(request.allocation(), 2), environment);
    Map<String, String> variables = new HashMap<>(environment);
    RankGpus.tell(gpus, request.gpuMap(), 0, variables);
    return Optional.ofNullable(variables.get(RankGpus.VARIABLE));
  }

  /** What both ranks of a job find in STARLING_GPUS. */
  private static String all(String variable, String... options) throws Exception {
    List<String> variables =
        new ArrayList<>(
            List.of("-u", "CUDA_VISIBLE_DEVICES", "-u", "STARLING_GPU", "-u", "STARLING_GPUS"));
    variables.add(PRETEND);
    if (!variable.isEmpty()) {
      variables.add(variable);
    }
    List<String> arguments = new ArrayList<>(List.of("-n", "2", "--bind-to", "none"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(TestProgram.class.getName(), "variable", "STARLING_GPUS"));
    try (var launcher = LauncherProcess.runWith(variables, arguments.toArray(String[]::new))) {
      List<String> lines = launcher.remainingLines();
      assertThat(lines).as(launcher.errors()).hasSize(2);
      assertThat(lines.getFirst()).isEqualTo(lines.getLast());
      return lines.getFirst();
    }
  }

  @Test
  void ranks_are_told_where_each_of_them_has_a_gpu_by_the_launcher_or_by_a_variable()
      throws Exception {
    assertThat(all("")).isEqualTo("all");
    assertThat(all("", "--gpu-map", "3")).isEqualTo("all");
    assertThat(all("", "--gpu-map", "none")).isEqualTo("none");
    assertThat(all("STARLING_GPU=1")).isEqualTo("all");
    assertThat(all("STARLING_GPU=none")).isEqualTo("none");
    assertThat(all("CUDA_VISIBLE_DEVICES=0,1")).isEqualTo("all");
    assertThat(all("CUDA_VISIBLE_DEVICES=")).isEqualTo("none");
    assertThat(all("CUDA_VISIBLE_DEVICES=-1")).isEqualTo("none");
  }

  @Test
  void what_the_user_says_of_all_ranks_goes_before_what_the_launcher_finds() throws Exception {
    assertThat(all("STARLING_GPUS=none")).isEqualTo("none");
    assertThat(all("", "-x", "STARLING_GPUS=none")).isEqualTo("none");
    assertThat(all("STARLING_GPUS=all", "--gpu-map", "none")).isEqualTo("none");
  }

  @Test
  void without_a_wish_a_rank_is_told_the_gpu_near_it() {
    assertThat(told(null, Map.of())).contains("0000:17:00.0");
    assertThat(told("auto", Map.of())).contains("0000:17:00.0");
    assertThat(told("none", Map.of())).contains("none");
    assertThat(told("3", Map.of())).contains("0000:af:00.0");
  }

  @Test
  void a_map_that_is_asked_for_wins_over_the_users_variable_and_this_over_the_default() {
    Map<String, String> user = Map.of("STARLING_GPU", "0000:99:00.0");

    assertThat(told(null, user)).contains("0000:99:00.0");
    assertThat(told("auto", user)).contains("0000:17:00.0");
    assertThat(told("3", user)).contains("0000:af:00.0");
    assertThat(told("none", user)).contains("none");
  }

  @Test
  void devices_that_cuda_is_told_to_show_are_left_alone_unless_there_is_a_list() {
    Map<String, String> user = Map.of("CUDA_VISIBLE_DEVICES", "");

    assertThat(told(null, user)).isEmpty();
    assertThat(told("auto", user)).isEmpty();
    assertThat(told("3", user)).contains("0000:af:00.0");
  }

  private static List<String> arguments(String... options) {
    List<String> arguments = new ArrayList<>(List.of("-n", "2", "--bind-to", "none"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(PROGRAM));
    return arguments;
  }

  private static LauncherProcess run(List<String> variables, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("-u", "CUDA_VISIBLE_DEVICES", "-u", "STARLING_GPU"));
    all.addAll(variables);
    return LauncherProcess.runWith(all, arguments(options).toArray(String[]::new));
  }

  @Test
  void each_rank_is_told_its_gpu_and_the_report_shows_it() throws Exception {
    try (var launcher = run(List.of(PRETEND), "--report-bindings")) {
      assertThat(launcher.remainingLines())
          .containsExactlyInAnyOrder("0000:17:00.0", "0000:3b:00.0");
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(launcher.errors())
          .contains("not bound, GPU 0 (0000:17:00.0)\n", "not bound, GPU 1 (0000:3b:00.0)\n");
    }
  }

  @Test
  void a_variable_of_the_users_reaches_the_ranks_and_a_list_replaces_it() throws Exception {
    try (var launcher = run(List.of(PRETEND, "STARLING_GPU=mine"))) {
      assertThat(launcher.remainingLines()).containsExactly("mine", "mine");
    }
    try (var launcher = run(List.of(PRETEND), "-x", "STARLING_GPU=mine", "--gpu-map", "2")) {
      assertThat(launcher.remainingLines()).containsExactly("0000:86:00.0", "0000:86:00.0");
    }
    try (var launcher = run(List.of(PRETEND, "STARLING_GPU=mine"), "--gpu-map=none")) {
      assertThat(launcher.remainingLines()).containsExactly("none", "none");
    }
  }

  @Test
  void gpus_of_a_pretended_topology_are_told_to_nobody() throws Exception {
    try (var launcher = run(List.of(), "--topology", GPUS.toString(), "--report-bindings")) {
      assertThat(launcher.remainingLines()).containsExactly("null", "null");
      assertThat(launcher.errors()).contains(", GPU 0 (0000:17:00.0)");
    }
  }

  @Test
  void a_gpu_that_is_not_there_is_wrong_usage_and_starts_nothing() throws Exception {
    try (var launcher = run(List.of(PRETEND), "--gpu-map", "0,17")) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.remainingLines()).isEmpty();
      assertThat(launcher.errors())
          .contains(
              "starling: --gpu-map 0,17: the machine has no GPU '17'; it has 0 (0000:17:00.0), 1"
                  + " (");
    }
  }

  @Test
  void a_machine_without_gpus_tells_nobody_anything() throws Exception {
    assumeTrue(Machine.here().nvidiaGpus().isEmpty());
    try (var launcher = run(List.of(), "--report-bindings")) {
      assertThat(launcher.remainingLines()).containsExactly("null", "null");
      assertThat(launcher.errors()).doesNotContain("GPU");
    }
  }
}
