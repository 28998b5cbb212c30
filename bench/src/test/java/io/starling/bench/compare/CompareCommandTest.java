package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.Subcommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class CompareCommandTest {

  @TempDir private Path folder;

  @Test
  void the_launcher_finds_it() {
    assertThat(ServiceLoader.load(Subcommand.class))
        .hasAtLeastOneElementOfType(CompareCommand.class);
  }

  @Test
  void bad_numbers_are_refused() {
    refused("--ranks must be at least 1, not 0", "-n", "0");
    refused("--rounds must be at least 1, not 0", "--rounds", "0");
    refused("--time must be at least 1, not -5", "--time=-5");
    refused("--warm-up must be at least 0, not -1", "--warm-up=-1");
    refused("--timeout must be at least 1, not 0", "--timeout", "0");
    refused("Invalid value for option '--ranks'", "-n", "two");
    refused("--ranks must be at most 4096, not 4097", "-n", "4097");
    refused("--rounds must be at most 10000, not 2147483647", "--rounds", "2147483647");
    refused("--time must be at most 3600000, not 3600001", "--time=3600001");
    refused(
        "--warm-up must be at most 3600000, not 9223372036854775807",
        "--warm-up=9223372036854775807");
    refused(
        "--timeout must be at most 1000000000, not 9223372036854775807",
        "--timeout=9223372036854775807");
  }

  @Test
  void bad_words_are_named_with_the_known_ones() {
    refused("COLLECTIVE must be one of pingpong", "gossip");
    refused(", not 'gossip'", "--collectives", "broadcast,gossip");
    refused("a size must be like 8, 64K, 4M or 1G, not '64X'", "--sizes", "8,64X");
    refused("must be one of shared", "--memory", "ram");
    refused("must be one of ", "reduce", "--datatype", "float");
    refused("--library must be one of starling", "barrier", "--library", "lam");
  }

  @Test
  void what_cannot_be_compared_is_refused() {
    refused("only 'starling bench' measures overlap", "overlap");
    refused("pingpong needs at least 2 ranks (-n), not 1", "pingpong", "-n", "1");
    refused("--sizes must be at least 1, not 0", "broadcast", "--sizes", "0");
    refused("for MPI counts in int, not 4294967296", "broadcast", "--sizes", "4G");
    refused(
        "--sizes must be multiples of 4 bytes for --datatype float32, not 6",
        "reduce",
        "--sizes",
        "6");
    refused("--datatype: MPI has no counterpart of float16", "reduce", "--datatype", "float16");
    refused(
        "--operator band is not defined for --datatype float32", "reduce", "--operator", "band");
    refused("--operator must be one of band, ", "reduce", "--operator", "maxloc");
  }

  @Test
  void algorithms_and_tables_that_ranks_would_refuse_are_refused_before_anything_runs() {
    refused(
        "--algorithm broadcast=foo: unknown algorithm 'foo'",
        "broadcast",
        "--algorithm=broadcast=foo");
    refused(
        "--algorithm broadcast=foo: unknown algorithm 'foo'",
        "broadcast",
        "--algorithm=reduce=chain;broadcast=foo");
    StringWriter output = new StringWriter();
    Path missing = folder.resolve("missing.json");
    var broken = new CompareCommand(Map.of("STARLING_TABLE", missing.toString()));
    assertThat(command(broken, output).execute("barrier", "--library=starling")).isEqualTo(2);
    assertThat(output.toString()).contains(missing + ": there is no such file");
  }

  @Test
  void a_wrong_name_is_told_what_can_be_compared_and_nothing_else() {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute("bcast")).isEqualTo(2);
    assertThat(output.toString().lines().findFirst().orElseThrow())
        .startsWith("COLLECTIVE must be one of pingpong, broadcast")
        .doesNotContain("overlap");
  }

  @Test
  void files_that_cannot_be_written_are_refused_before_anything_runs() {
    refused("--html: cannot write", "--html", folder.resolve("none/page.html").toString());
    refused("--json: cannot write", "--json", folder.toString());
  }

  @Test
  void help_tells_what_sizes_mean_and_which_flags_open_mpi_gets() {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute("--help")).isZero();
    assertThat(output.toString().replaceAll("\\s+", " "))
        .contains("one rank's block", "--oversubscribe", "starling compare -n 2")
        .doesNotContain("overlap");
  }

  @Test
  @Tag("slow")
  void starling_alone_is_measured_too() throws Exception {
    StringWriter output = new StringWriter();
    Path json = folder.resolve("figures.json");
    Path html = folder.resolve("figures.html");
    int status =
        command(output)
            .execute(
                "broadcast,barrier",
                "--library=starling",
                "--sizes=8",
                "--rounds=2",
                "--time=1",
                "--warm-up=1",
                "--json=" + json,
                "--html=" + html);
    assertThat(status).as(output.toString()).isZero();
    assertThat(output.toString())
        .contains("broadcast", "2 cells, none with both")
        .contains("starling: this takes at least 0 s: 2 rounds of 2 benchmarks with 1 library")
        .containsOnlyOnce("--warm-up 1 ms is too short for the JIT compiler");
    List<String> lines = Files.readAllLines(json);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("{\"machine\":");
    assertThat(lines.get(4)).contains("\"benchmark\":\"barrier\"", "\"round\":2");
    String page = Files.readString(html);
    assertThat(page).contains("<svg", "broadcast, 8 B");
    String busy = "other programs disturb the figures";
    assertThat(page.contains(busy)).isEqualTo(output.toString().contains(busy));
  }

  @Test
  void what_fails_is_told_and_the_status_says_so() {
    StringWriter output = new StringWriter();
    int status =
        command(output)
            .execute(
                "broadcast,barrier",
                "--library=starling",
                "--memory=heap",
                "--jvm-arg=-Xmx24m",
                "--sizes=64M",
                "--rounds=1",
                "--time=1",
                "--warm-up=1");
    assertThat(status).isEqualTo(1);
    assertThat(output.toString())
        .contains("not measured: broadcast, Starling: ", "OutOfMemoryError")
        .containsPattern("barrier +\\d");
  }

  private static void refused(String reason, String... arguments) {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute(arguments)).isEqualTo(2);
    assertThat(output.toString()).contains(reason);
  }

  private static CommandLine command(StringWriter output) {
    return command(new CompareCommand(), output);
  }

  private static CommandLine command(CompareCommand compare, StringWriter output) {
    PrintWriter writer = new PrintWriter(output, true);
    return new CommandLine(compare).addMixin("help", new Help()).setOut(writer).setErr(writer);
  }

  @CommandLine.Command(mixinStandardHelpOptions = true)
  private static final class Help {}
}
