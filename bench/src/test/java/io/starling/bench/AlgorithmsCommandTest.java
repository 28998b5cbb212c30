package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AlgorithmsCommandTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();

  private Path table(String algorithm) throws IOException {
    return Files.writeString(
        folder.resolve(algorithm + ".json"),
        "{\"version\": 1, \"collectives\": {\"broadcast\": [{\"use\": \"%s\"}]}}"
            .formatted(algorithm));
  }

  private int status(Map<String, String> environment, String... arguments) {
    PrintWriter writer = new PrintWriter(output, true);
    return new CommandLine(new AlgorithmsCommand(environment))
        .setOut(writer)
        .setErr(writer)
        .execute(arguments);
  }

  @Test
  void the_table_of_the_variable_decides_where_no_option_names_another() throws IOException {
    Map<String, String> environment = Map.of("STARLING_TABLE", table("binary").toString());
    assertThat(status(environment, "broadcast", "-n", "4")).isZero();
    assertThat(output.toString()).contains("binary", "binary.json").doesNotContain("shipped");
    String other = table("flat").toString();
    assertThat(status(environment, "broadcast", "-n", "4", "--table", other)).isZero();
    assertThat(output.toString()).contains("flat.json");
    assertThat(status(Map.of(), "broadcast", "-n", "4")).isZero();
    assertThat(output.toString()).contains("shipped");
  }

  @Test
  void a_broken_table_of_the_variable_is_refused_by_its_name() {
    Path missing = folder.resolve("missing.json");
    assertThat(status(Map.of("STARLING_TABLE", missing.toString()), "-n", "4")).isEqualTo(2);
    assertThat(output.toString()).contains("STARLING_TABLE " + missing + ": there is no such file");
  }

  @Test
  void rules_for_ranks_with_gpus_are_shown_where_the_variable_says_so() throws IOException {
    Map<String, String> gpus = Map.of("STARLING_GPUS", "all");
    assertThat(status(Map.of(), "reduce", "-n", "4")).isZero();
    assertThat(output.toString()).doesNotContain("gpus true");
    assertThat(status(gpus, "reduce", "-n", "4")).isZero();
    assertThat(output.toString()).contains("gpus true, nodes <=1, bytes >=64M");
    String other = table("flat").toString();
    assertThat(status(gpus, "reduce", "-n", "4", "--table", other)).isZero();
    assertThat(status(Map.of("STARLING_GPUS", "some"), "reduce", "-n", "4")).isEqualTo(2);
    assertThat(output.toString()).contains("STARLING_GPUS is 'some'");
  }

  @Test
  void a_range_of_lengths_has_round_limits() throws IOException {
    String rules =
        """
        {"version": 1, "collectives": {"broadcast": [
          {"bytes": "<=256", "use": "board"},
          {"bytes": "<64K", "use": "flat"},
          {"use": "chain"}]}}
        """;
    Path file = Files.writeString(folder.resolve("ranges.json"), rules);
    assertThat(status(Map.of(), "broadcast", "-n", "4", "--table", file.toString())).isZero();
    assertThat(output.toString().lines())
        .anyMatch(line -> line.startsWith("  up to 256 "))
        .anyMatch(line -> line.startsWith("  above 256 below 64K "))
        .anyMatch(line -> line.startsWith("  from 64K "));
  }

  @Test
  void a_benchmark_that_is_named_for_a_collective_leads_to_it() {
    assertThat(status(Map.of(), "reduce-scatter-block")).isEqualTo(2);
    assertThat(output.toString())
        .contains("the algorithms of reduce-scatter-block are those of reduce-scatter");
  }
}
