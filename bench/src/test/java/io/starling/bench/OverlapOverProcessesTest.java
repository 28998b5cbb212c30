package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OverlapOverProcessesTest {

  @TempDir private Path folder;

  private String table;

  /** What two ranks write, and print, of a broadcast of 64 KiB. */
  private String json(String... options) throws Exception {
    Path json = folder.resolve("figures.json");
    List<String> arguments =
        new ArrayList<>(
            List.of("overlap", "--sizes=64K", "--warm-up=1", "--iterations=5", "--json=" + json));
    arguments.addAll(List.of(options));
    var job =
        JobSpecification.builder(2, LaunchedProgram.ofClass(BenchmarkRank.class, arguments))
            .environment("STARLING_PROGRESS", "thread")
            .archiveClasses(false)
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    table = output.toString(StandardCharsets.UTF_8);
    return Files.readString(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"root", "receivers", "all"})
  @Tag("slow")
  void the_figures_fit_together_with_any_ranks_that_compute(String computing) throws Exception {
    String json = json("--computing=" + computing, "--compute=20");
    assertThat(json).contains("\"computing\":\"" + computing + "\"", "\"computations\":5,");
    double alone = number(json, "compute_us");
    double both = number(json, "both_us");
    assertThat(alone).isPositive();
    assertThat(both).isPositive();
    assertThat(number(json, "availability_percent"))
        .isBetween(alone / both * 100 - 0.1, alone / both * 100 + 0.1);
  }

  @Test
  void without_being_told_all_compute() throws Exception {
    String json = json();
    assertThat(json).contains("\"computing\":\"all\"");
    assertThat(number(json, "compute_us")).isPositive();
    assertThat(number(json, "compute_during_us")).isPositive();
    assertThat(number(json, "overlap_percent")).isBetween(0.0, 100.0);
    assertThat(number(json, "core_percent"))
        .isBetween(0.1, 110.0 * Runtime.getRuntime().availableProcessors());
    assertThat(table.lines())
        .anyMatch(line -> line.matches("overlap +65536 +5 .*"))
        .anyMatch(line -> line.matches("  computing +all"))
        .anyMatch(line -> line.matches("  computations +5"))
        .anyMatch(line -> line.matches("  availability_percent +\\d+\\.\\d\\d"))
        .allMatch(line -> line.length() < 150);
  }

  private static double number(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":([0-9.]+)").matcher(json);
    assertThat(matcher.find()).as(name + " in " + json).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
