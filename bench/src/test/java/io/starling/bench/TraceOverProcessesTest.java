package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of real jobs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TraceOverProcessesTest {

  @TempDir private Path folder;

  private record Outcome(int status, String errors) {}

  private static Outcome run(Optional<Path> trace, Class<?> program, String... arguments)
      throws InterruptedException {
    var job =
        JobSpecification.builder(2, LaunchedProgram.ofClass(program, List.of(arguments)))
            .trace(trace)
            .archiveClasses(false)
            .build();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, new ByteArrayOutputStream(), errors).run();
    return new Outcome(status, errors.toString(StandardCharsets.UTF_8));
  }

  private static Outcome bench(Optional<Path> trace) throws InterruptedException {
    return run(
        trace,
        BenchmarkRank.class,
        "reduce",
        "--sizes=65536",
        "--algorithm=chain,segment=32K",
        "--warm-up=0",
        "--iterations=3");
  }

  /** The events of a trace, each with what it holds as text. */
  private List<Map<String, String>> read(Path file) throws IOException {
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
    List<Map<String, String>> events = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
      while (parser.nextToken() != JsonToken.START_ARRAY) {
        // What comes before the events.
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        events.add(readEvent(parser));
      }
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
    }
    return events;
  }

  private static Map<String, String> readEvent(JsonParser parser) throws IOException {
    Map<String, String> event = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        parser.skipChildren();
      } else {
        event.put(key, parser.getText());
      }
    }
    return event;
  }

  private static List<String> names(List<Map<String, String>> events, int rank) {
    return events.stream()
        .filter(event -> event.get("ph").equals("X"))
        .filter(event -> event.get("pid").equals(Integer.toString(rank + 1)))
        .map(event -> event.get("name"))
        .toList();
  }

  private static List<String> arrows(List<Map<String, String>> events, String phase) {
    return events.stream()
        .filter(event -> event.get("ph").equals(phase))
        .map(event -> event.get("id"))
        .toList();
  }

  @Test
  void a_job_leaves_slices_of_each_rank_and_arrows_between_them()
      throws IOException, InterruptedException {
    Path file = folder.resolve("trace.json");
    Outcome outcome = bench(Optional.of(file));
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.errors())
        .containsPattern("starling: trace: \\d+ events in .*trace.json; open it in https://ui");
    List<Map<String, String>> events = read(file);
    assertThat(names(events, 1)).contains("send 32 KiB to 0, segment 1");
    assertThat(names(events, 0))
        .contains("receive 32 KiB from 1, segment 1", "under way", "fold 32 KiB");
    assertThat(arrows(events, "s"))
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(arrows(events, "f"));
    for (Map<String, String> event : events) {
      assertThat(Double.parseDouble(event.getOrDefault("ts", "0"))).isNotNegative();
      assertThat(Double.parseDouble(event.getOrDefault("dur", "1"))).isPositive();
    }
  }

  @Test
  void a_job_that_fails_leaves_what_it_did_until_then() throws IOException, InterruptedException {
    Path file = folder.resolve("trace.json");
    Outcome outcome = run(Optional.of(file), OneDies.class);
    assertThat(outcome.status()).as(outcome.errors()).isEqualTo(7);
    assertThat(outcome.errors()).contains("starling: trace: ");
    // Rank 0 is ended while it waits, or when it has heard of it.
    assertThat(names(read(file), 0))
        .anyMatch(
            name -> name.matches("receive 8 B from 1, tag 3 \\((unfinished|failed|cancelled)\\)"));
  }

  @Test
  void a_rank_that_never_joins_is_named() throws InterruptedException {
    Outcome outcome = run(Optional.of(folder.resolve("trace.json")), NeverJoins.class);
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.errors()).contains("; nothing came from rank 0, 1;");
  }

  @Test
  void without_a_file_nothing_is_traced_and_nothing_said() throws InterruptedException {
    Outcome outcome = bench(Optional.empty());
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.errors()).doesNotContain("trace");
  }

  @Test
  void a_file_that_cannot_be_written_is_refused_before_anything_is_started() throws IOException {
    assertThatThrownBy(() -> bench(Optional.of(folder)))
        .isInstanceOf(LaunchException.class)
        .hasMessage("--trace " + folder + ": it is a folder; name a file in it");
    Path nowhere = folder.resolve("no/trace.json");
    assertThatThrownBy(() -> bench(Optional.of(nowhere)))
        .isInstanceOf(LaunchException.class)
        .hasMessage("--trace %s: there is no folder %s".formatted(nowhere, nowhere.getParent()));
    Path below = Files.createFile(folder.resolve("file")).resolve("trace.json");
    assertThatThrownBy(() -> bench(Optional.of(below)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("there is no folder");
  }
}
