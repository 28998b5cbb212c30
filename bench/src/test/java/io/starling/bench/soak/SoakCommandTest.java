package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SoakCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  @TempDir private Path folder;

  private int bench(String... arguments) {
    CommandLine command = new CommandLine(new BenchCommand());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(errors));
    return command.execute(arguments);
  }

  private int soak(String... arguments) {
    List<String> all = new ArrayList<>(List.of("soak"));
    all.addAll(List.of(arguments));
    return bench(all.toArray(String[]::new));
  }

  private void refused(String message, String... arguments) {
    assertThat(soak(arguments)).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }

  @Test
  void what_cannot_be_is_refused_with_the_reason() {
    refused("--ranks must be 1 to 4096, not 0", "-n", "0");
    refused("--seconds must be 1 to 604800, not 0", "--seconds=0");
    refused("--transport must be auto, shared or ucx, not 'pigeons'", "--transport=pigeons");
    refused(
        "--transport shared needs all ranks on one host; use auto",
        "--transport=shared",
        "--host=nowhere:2,elsewhere:2");
    refused(
        "--failures needs at least 2 ranks (-n), not 1", "-n", "1", "--minimum=1", "--failures");
    refused("--minimum must be 1 to 3, not 4", "-n", "3", "--minimum=4");
    refused("--json: cannot write ", "--json=" + folder, "--seconds=1");
  }

  @Test
  void options_before_the_name_are_refused() {
    assertThat(bench("-n", "2", "soak")).isEqualTo(2);
    assertThat(errors.toString()).contains("give the options of soak after the word soak");
  }

  @Test
  void a_benchmark_still_needs_a_name() {
    assertThat(bench("-n", "2")).isEqualTo(2);
    assertThat(errors.toString()).contains("BENCHMARK is missing: name some of pingpong, ");
  }

  @Test
  @Tag("slow")
  void a_job_of_processes_gives_right_results() throws Exception {
    Path json = folder.resolve("soak.json");
    int status = soak("-n", "2", "--transport=shared", "--seed=1", "--steps=40", "--json=" + json);
    assertThat(status).as(out + "" + errors).isZero();
    assertThat(out.toString()).contains("seed 1, 2 ranks", "wrong results: 0", "came to step 40");
    assertThat(Files.readString(json)).contains("\"steps\":40", "\"wrong\":[]");
  }

  @Test
  @Tag("slow")
  void a_fault_is_told_with_what_repeats_it() {
    int status = soak("-n", "3", "--transport=shared", "--seed=5", "--fault=ROOT", "--steps=300");
    assertThat(status).as(out.toString()).isEqualTo(1);
    assertThat(out.toString()).contains("WRONG rank ", ": seed 5, step ", " of 3 ranks: ");
  }

  @Test
  @Tag("slow")
  void survivors_go_on_and_the_job_starts_anew() {
    int status = soak("-n", "3", "--transport=shared", "--seed=2", "--failures", "--seconds=30");
    assertThat(status).as(out + "" + errors).isZero();
    assertThat(out.toString()).contains("wrong results: 0").doesNotContain("killed 0,");
  }
}
