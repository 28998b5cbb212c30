package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Statistics;
import io.starling.launcher.placing.HostRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ComparisonTest {

  private static final CompareHosts HERE = new CompareHosts(HostRequest.HERE);

  private static final CompareWork WORK =
      new CompareWork(
          2,
          List.of(BenchmarkKind.BROADCAST, BenchmarkKind.BARRIER),
          List.of(8L, 1024L),
          2,
          Duration.ofMillis(9600),
          Duration.ofMillis(300),
          Duration.ofMillis(500),
          MessageMemoryKind.NATIVE,
          Optional.empty(),
          "float32",
          "sum",
          Duration.ofMinutes(5));

  private final List<String> events = new ArrayList<>();

  private final Comparison.Observer observer =
      new Comparison.Observer() {
        @Override
        public void begin(int round, BenchmarkKind kind, Contender library) {
          events.add(round + " " + kind.label() + " " + library.id());
        }

        @Override
        public void measured(RoundSample sample) {
          events.add(sample.library().id() + " measured " + sample.cell());
        }

        @Override
        public void failed(int round, BenchmarkKind kind, Contender library, String reason) {
          events.add(library.id() + " failed: " + reason);
        }
      };

  /** A library of which only the answers matter. */
  private record Scripted(Contender contender, Library.Run answer, List<BenchmarkKind> asked)
      implements Library {

    @Override
    public String launch(int ranks) {
      return "nothing";
    }

    @Override
    public Run measure(BenchmarkKind kind, CompareWork work, Interruption interruption) {
      asked.add(kind);
      return answer;
    }
  }

  private static Scripted scripted(Contender contender, Library.Run answer) {
    return new Scripted(contender, answer, new ArrayList<>());
  }

  @Test
  void libraries_take_turns_within_each_collective_of_each_round() throws Exception {
    Comparison comparison =
        new Comparison(
            WORK,
            List.of(
                scripted(Contender.STARLING, Library.Run.of(List.of())),
                scripted(Figures.MPICH, Library.Run.of(List.of()))),
            new Interruption(),
            observer);
    assertThat(comparison.run()).isEmpty();
    assertThat(events)
        .containsExactly(
            "1 broadcast starling",
            "1 broadcast mpich",
            "1 barrier starling",
            "1 barrier mpich",
            "2 broadcast starling",
            "2 broadcast mpich",
            "2 barrier starling",
            "2 barrier mpich");
  }

  @Test
  void what_failed_keeps_its_measurements_and_is_not_tried_again() throws Exception {
    Measurement one = new Measurement("broadcast", "default", 2, 8, 20, Statistics.of(1.5));
    Scripted broken = scripted(Figures.MPICH, Library.Run.failed(List.of(one), "it hangs"));
    new Comparison(WORK, List.of(broken), new Interruption(), observer).run();
    assertThat(broken.asked()).containsExactly(BenchmarkKind.BROADCAST, BenchmarkKind.BARRIER);
    assertThat(events)
        .startsWith("1 broadcast mpich", "mpich measured broadcast, 8 B", "mpich failed: it hangs");
  }

  @Test
  void a_user_who_interrupts_ends_it_at_once() throws Exception {
    Measurement one = new Measurement("broadcast", "default", 2, 8, 20, Statistics.of(1.5));
    Scripted starling = scripted(Contender.STARLING, Library.Run.interrupted(List.of(one), 130));
    Scripted other = scripted(Figures.MPICH, Library.Run.of(List.of()));
    assertThat(comparison(new Interruption(), starling, other).run()).hasValue(130);
    assertThat(other.asked()).isEmpty();
    assertThat(events).containsExactly("1 broadcast starling", "starling measured broadcast, 8 B");
  }

  @Test
  void a_signal_that_no_library_has_seen_ends_it_after_the_turn() throws Exception {
    Interruption interruption = new Interruption();
    interruption.take(15);
    Scripted starling = scripted(Contender.STARLING, Library.Run.of(List.of()));
    Scripted other = scripted(Figures.MPICH, Library.Run.of(List.of()));
    assertThat(comparison(interruption, starling, other).run()).hasValue(143);
    assertThat(other.asked()).isEmpty();
  }

  private Comparison comparison(Interruption interruption, Library... libraries) {
    return new Comparison(WORK, List.of(libraries), interruption, observer);
  }

  @Test
  void ranks_of_all_libraries_get_the_same_arguments() {
    assertThat(WORK.arguments(BenchmarkKind.BROADCAST))
        .containsExactly(
            "broadcast",
            "--sizes=8,1024",
            "--warm-up=300",
            "--time=500",
            "--memory=native",
            "--datatype=float32",
            "--operator=sum");
  }

  @Test
  void only_the_jvm_needs_a_long_first_warm_up() {
    assertThat(
            new StarlingLibrary(List.of("chain"), List.of(), HERE)
                .arguments(BenchmarkKind.BROADCAST, WORK))
        .containsAll(WORK.arguments(BenchmarkKind.BROADCAST))
        .contains("--first-warm-up=9600", "--algorithm=chain");
    assertThat(WORK.planned(Contender.STARLING, BenchmarkKind.BROADCAST))
        .isEqualTo(Duration.ofMillis(9600 + 2 * 800));
    assertThat(WORK.planned(Figures.MPICH, BenchmarkKind.BROADCAST))
        .isEqualTo(Duration.ofMillis(2 * 800));
    assertThat(WORK.planned(Figures.MPICH, BenchmarkKind.BARRIER))
        .isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void all_rounds_collectives_and_libraries_add_up() {
    assertThat(WORK.planned(List.of(Contender.STARLING, Figures.MPICH)))
        .isEqualTo(Duration.ofMillis(2 * (2 * 9600 + 2 * 3 * 800)));
  }

  @Test
  void json_has_the_machine_then_a_line_for_each_cell_library_and_round() throws IOException {
    StringWriter text = new StringWriter();
    try (ComparisonJson json = new ComparisonJson(text)) {
      json.header(Figures.facts(), Figures.ALL);
      json.sample(Figures.sample(Figures.MPICH, 2, "scan", 8, 0.25));
      json.failure("scan", Figures.OPEN_MPI, 1, "\"no\" way");
    }
    String[] lines = text.toString().split("\n", -1);
    assertThat(lines).hasSize(4);
    assertThat(fields(lines[0]))
        .startsWith("machine", "command", "date", "processor", "cores", "kernel", "jdk", "ucx")
        .contains("libraries", "id", "title");
    assertThat(lines[1])
        .isEqualTo(
            """
            {"benchmark":"scan","library":"mpich","round":2,"algorithm":"default","ranks":2,\
            "bytes":8,"iterations":100,"avg_us":0.25,"min_us":0.225,"max_us":0.275}\
            """);
    assertThat(fields(lines[2])).containsExactly("benchmark", "library", "round", "failure");
    assertThat(lines[3]).isEmpty();
  }

  @Test
  void lines_of_other_programs_and_torn_lines_are_no_measurements() {
    String whole =
        "{\"benchmark\":\"scan\",\"algorithm\":\"default\",\"ranks\":2,\"bytes\":8,"
            + "\"iterations\":20,\"avg_us\":1.5,\"min_us\":1,\"max_us\":2}";
    assertThat(
            MeasurementReader.read(
                "WARNING: no fabric\n" + whole + "\n{\"benchmark\":\"scan\",\"algori\n{}\n"))
        .containsExactly(new Measurement("scan", "default", 2, 8, 20, new Statistics(1.5, 1, 2)));
    assertThat(MeasurementReader.read("{\"benchmark\":\"scan\"}")).isEmpty();
  }

  @Test
  void progress_is_for_people_only() {
    StringWriter text = new StringWriter();
    ProgressLine silent = new ProgressLine(new ProgressBar(new PrintWriter(text), false), 2);
    silent.step("broadcast");
    silent.clear();
    assertThat(text.toString()).isEmpty();

    ProgressLine shown = new ProgressLine(new ProgressBar(new PrintWriter(text), true), 2);
    shown.step("broadcast");
    shown.step("barrier");
    assertThat(text.toString())
        .contains(
            "[..............................]   0% broadcast",
            "[###############...............]  50% barrier, ");
  }

  private static List<String> fields(String line) throws IOException {
    List<String> names = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(line)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          names.add(parser.currentName());
        }
      }
    }
    return names;
  }
}
