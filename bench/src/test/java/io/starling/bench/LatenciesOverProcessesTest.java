package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LatenciesOverProcessesTest {

  @TempDir private Path folder;

  @Test
  void a_job_writes_percentiles_to_its_table_its_json_and_its_page() throws Exception {
    Path json = folder.resolve("latencies.json");
    Path html = folder.resolve("latencies.html");
    List<String> arguments =
        List.of(
            "pingpong,allreduce",
            "--sizes=8,1K",
            "--warm-up=1",
            "--iterations=200",
            "--columns=percentiles",
            "--command=starling bench pingpong,allreduce",
            "--json=" + json,
            "--html=" + html);
    var job =
        JobSpecification.builder(2, LaunchedProgram.ofClass(BenchmarkRank.class, arguments))
            .archiveClasses(false)
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(output.toString(StandardCharsets.UTF_8).lines())
        .hasSize(5)
        .anyMatch(line -> line.matches("allreduce +1024 +200( +[0-9]+\\.[0-9]{3}){4}  .*"));
    assertThat(Files.readAllLines(json))
        .hasSize(4)
        .allSatisfy(
            line -> {
              List<Double> times =
                  Stream.of("p50_us", "p99_us", "p99_9_us", "p100_us")
                      .map(name -> number(line, name))
                      .toList();
              assertThat(times).isSorted().allMatch(time -> time > 0);
              assertThat(number(line, "clock_ns")).isPositive();
            });
    assertThat(Files.readString(html))
        .contains("starling bench pingpong,allreduce", "1 KiB, percentile 99:")
        .containsPattern("(?s)(<polyline.*){4}");
  }

  private static double number(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":([0-9.]+)").matcher(json);
    assertThat(matcher.find()).as(name + " in " + json).isTrue();
    return Double.parseDouble(matcher.group(1));
  }
}
