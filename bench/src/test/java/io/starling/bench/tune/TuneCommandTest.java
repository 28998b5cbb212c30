package io.starling.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.collectives.settings.AlgorithmTable;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TuneCommandTest {

  @TempDir private Path folder;

  private record Outcome(int status, String output, String errors) {}

  private Outcome tune(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter errors = new StringWriter();
    int status =
        new CommandLine(new TuneCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors))
            .execute(arguments);
    return new Outcome(status, out.toString(), errors.toString());
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  @Tag("slow")
  void it_writes_a_table_that_can_be_read_and_overwrites_none_but_its_own() throws IOException {
    String table = file("table.json");
    for (String budget : List.of("20s", "21s")) {
      Outcome outcome =
          tune("-n", "2", "--budget", budget, "--sizes", "64", "barrier", "-o", table);
      assertThat(outcome.status()).as(outcome.errors()).isZero();
      assertThat(outcome.output())
          .as(outcome.errors())
          .contains("barrier", "shipped [us]", "The table is in " + table);
      assertThat(outcome.errors()).isEmpty();
    }
    assertThat(AlgorithmTable.read(table).rules("barrier")).isNotEmpty();
    assertThat(Files.readString(Path.of(table)))
        .contains("\"made\": \"by starling tune, ")
        .contains("starling tune -n 2 --budget 21s");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(Path.of(table));
    }
  }

  @Test
  void a_file_of_somebody_else_stays() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.json"), "{\"made\": \"by hand\"}");
    Outcome outcome = tune("barrier", "-o", notes.toString());
    assertThat(outcome.status()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(outcome.errors()).contains("'starling tune' has not written it; --force");
    assertThat(notes).hasContent("{\"made\": \"by hand\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 1 barrier|-n must be at least 2, not 1",
        "-n 2 pingpong|COLLECTIVE must be one of barrier, broadcast",
        "-n 2 neighbour-alltoall|not 'neighbour-alltoall', which has one algorithm only",
        "-n 2 --budget 0s barrier|must be a time such as 60s or 5m, not '0s'",
        "-n 2 --budget soon barrier|must be a time such as 60s or 5m, not 'soon'",
        "-n 2 --sizes 0 broadcast|--sizes must be at least 1, not 0",
        "-n 2 --sizes 8,0 broadcast|--sizes must be at least 1, not 0",
        "-n 2 --memory ram broadcast|must be one of shared, native, heap, not 'ram'",
        "-n 2 --memory heap --sizes 2G broadcast|--sizes must be at most 2147483639 with --memory"
            + " heap, not 2147483648",
        "-n 2 --sizes 8Q broadcast|a size must be like 8, 64K, 4M or 1G, not '8Q'",
        "-n two barrier|two"
      })
  void what_makes_no_sense_is_refused_before_anything_starts(String arguments, String message) {
    Outcome outcome = tune((arguments + " -o " + file("table.json")).split(" "));
    assertThat(outcome.status()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(outcome.errors()).contains(message);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void without_time_for_anything_there_is_no_table_and_the_status_says_so() {
    Outcome outcome = tune("-n", "2", "--budget", "1s", "barrier", "-o", file("table.json"));
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
    assertThat(outcome.errors()).contains("no table is written; raise --budget");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void points_without_a_result_are_counted_and_told_with_the_remedy() {
    TuneLines lines = new TuneLines(_ -> {});
    new PrintStream(lines, true, StandardCharsets.UTF_8)
        .print(
            "progress\t0\t3\tbroadcast of 8\n"
                + new Result("broadcast", 2, 8, "chain", 2, "flat", 1).toLine()
                + "\nprogress\t1\t3\tbroadcast of 512\n");
    assertThat(lines.unmeasured()).isEqualTo(2);
    assertThat(TuneCommand.missing(lines.unmeasured()))
        .contains("there was no time for 2 points", "--budget", "fewer --sizes");
  }

  @Test
  void a_barrier_has_no_bytes_in_the_summary() {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    TuneSummary.print(writer, List.of(new Result("barrier", 2, 0, "tree", 2, "tree", 2)));
    writer.flush();
    assertThat(out.toString())
        .containsPattern("barrier +2 +2[.]00")
        .contains("0 of 1 point that was measured are better");
  }

  @Test
  void help_names_all_that_it_leaves_out() {
    String help = new CommandLine(new TuneCommand()).getUsageMessage().replaceAll("\\s+", " ");
    assertThat(AlgorithmDescription.all())
        .extracting(AlgorithmDescription::collective)
        .filteredOn(collective -> !Candidates.exist(collective))
        .isNotEmpty()
        .allSatisfy(collective -> assertThat(help).contains(collective));
    assertThat(help).contains("baselines");
  }

  @Test
  void a_folder_that_is_not_there_is_told_before_anything_is_measured() {
    Outcome outcome = tune("barrier", "-o", file("missing/table.json"));
    assertThat(outcome.status()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(outcome.errors()).contains("-o: cannot write").contains("missing/table.json");
  }
}
