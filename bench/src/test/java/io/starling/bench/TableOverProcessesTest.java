package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables and explanations through launcher, store and ranks. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TableOverProcessesTest {

  private static final String TABLE =
      "{\"version\": 1, \"collectives\": {\"broadcast\": [{\"ranks\": 3, \"bytes\": \">=8K\","
          + " \"use\": \"flat,segment=4K\"}, {\"use\": \"binary\"}]}}";

  @TempDir private Path folder;

  private static String errorsOf(Map<String, String> environment, String... more)
      throws InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("broadcast", "--sizes=8192", "--warm-up=0", "--iterations=2"));
    arguments.addAll(List.of(more));
    LaunchedProgram program = LaunchedProgram.ofClass(BenchmarkRank.class, arguments);
    var job =
        JobSpecification.builder(3, program).environment(environment).archiveClasses(false).build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    String text = errors.toString(StandardCharsets.UTF_8);
    assertThat(status).as(text).isZero();
    return text;
  }

  @Test
  void rank_0_explains_each_choice_once_by_the_table_that_the_launcher_has_read()
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("table.json"), TABLE);
    String explained =
        "starling: broadcast of 8192 bytes on 3 ranks, 1 node:"
            + " flat,segment=4096,send-window=4,receive-window=8"
            + " (table rule 1: ranks 3, bytes >=8K; file "
            + file
            + ")";
    assertThat(errorsOf(Map.of("STARLING_TABLE", file.toString(), "STARLING_EXPLAIN", "1")).lines())
        .containsOnlyOnce(explained)
        .doesNotHaveDuplicates();
  }

  @Test
  void a_wish_of_the_command_line_is_explained_by_its_option() throws InterruptedException {
    assertThat(errorsOf(Map.of("STARLING_EXPLAIN", "1"), "--algorithm=chain,segment=4K"))
        .contains("chain,segment=4096", "(--algorithm)")
        .doesNotContain("withAlgorithm");
  }

  @Test
  void ranks_explain_only_when_asked() throws InterruptedException {
    assertThat(errorsOf(Map.of())).doesNotContain("broadcast of");
  }

  @Test
  @Tag("slow")
  void a_terminal_shows_what_runs_now_from_the_first_warm_up() throws InterruptedException {
    assertThat(errorsOf(Map.of("STARLING_TERMINAL", "1")))
        .containsSubsequence("broadcast, warming up", "broadcast, 8192 bytes");
    assertThat(errorsOf(Map.of())).doesNotContain("warming up");
  }

  @Test
  void a_wrong_table_is_refused_before_anything_is_started() throws IOException {
    Path file = Files.writeString(folder.resolve("table.json"), "{\n\"version\": 1,\n]");
    assertThatThrownBy(() -> errorsOf(Map.of("STARLING_TABLE", file.toString())))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--table " + file + ":3:1: this is not JSON");
  }
}
