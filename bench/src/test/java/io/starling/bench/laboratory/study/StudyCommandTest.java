package io.starling.bench.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.starling.bench.laboratory.cluster.SmallCluster;
import io.starling.launcher.Subcommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class StudyCommandTest {

  @TempDir private Path folder;

  private record Outcome(int status, String out, String errors) {}

  private static Outcome run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter errors = new StringWriter();
    int status =
        new CommandLine(new StudyCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors))
            .execute(arguments);
    return new Outcome(status, out.toString(), errors.toString());
  }

  private String machine() throws IOException {
    return Files.writeString(folder.resolve("small.json"), SmallCluster.TEXT).toString();
  }

  @Test
  void the_launcher_finds_it() {
    assertThat(ServiceLoader.load(Subcommand.class)).hasAtLeastOneElementOfType(StudyCommand.class);
  }

  @ParameterizedTest
  @EnumSource
  void an_experiment_ends_in_tables_lines_plots_and_a_page(Experiment experiment) throws Exception {
    String out = written(experiment.label(), machine(experiment));
    assertThat(out).contains(words(experiment));
    assertThat(folder.resolve(experiment.label() + "-1.svg"))
        .content()
        .startsWith("<svg")
        .contains("stroke=\"#")
        .doesNotContain("<style>", "class=", "var(");
  }

  /** What is found is small enough to be found quickly; order needs 16 hosts. */
  private String machine(Experiment experiment) throws IOException {
    return experiment == Experiment.ORDER
        ? Files.writeString(
                folder.resolve("wide.json"),
                SmallCluster.TEXT.replace("\"nodes\": 4", "\"nodes\": 16"))
            .toString()
        : machine();
  }

  private static String[] words(Experiment experiment) {
    return switch (experiment) {
      case NOISE ->
          new String[] {
            "figure 7", "adapt", "waitall", "blocking", "multilevel", "[24 %]", "±", "5 ms", "floor"
          };
      case TOPOLOGY -> new String[] {"figure 8", "relay"};
      case SIZES -> new String[] {"figure 9", "waitall-binomial"};
      case SCALING -> new String[] {"figure 10", "nodes"};
      case ASP -> new String[] {"table 1", "ranks"};
      case GPU -> new String[] {"figure 11", "adapt, no peer copies"};
      case PROPAGATION -> new String[] {"figure 2", "rank 8"};
      case ORDER ->
          new String[] {"Cloud Collectives", "ring, 16 hosts", "bcube", "racks as levels"};
      case OBJECTS -> new String[] {"Hoplite", "figure 6", "figure 14", "star"};
    };
  }

  @Test
  void some_experiments_at_once_share_the_page() throws Exception {
    assertThat(written("noise,propagation", machine())).contains("figure 7", "figure 2");
    assertThat(folder.resolve("noise-1.svg")).isNotEmptyFile();
    assertThat(folder.resolve("propagation-2.svg")).content().contains("rank 8: delayed");
  }

  @Test
  void all_names_each_experiment() {
    assertThat(Experiment.named(List.of("all"))).containsExactly(Experiment.values());
    assertThat(Experiment.named(List.of("asp", "noise")))
        .containsExactly(Experiment.NOISE, Experiment.ASP);
  }

  @Test
  @Tag("exhaustive")
  void all_experiments_run_one_after_the_other() throws Exception {
    assertThat(written("all", machine())).contains("figure 7", "ring, 64 hosts", "figure 14");
  }

  /** What it prints; what it writes beside that can be read. */
  private String written(String experiments, String machine) throws Exception {
    Path json = folder.resolve("figures.json");
    Path html = folder.resolve("figures.html");

    Outcome outcome =
        run(
            experiments,
            "--quick",
            "--periods",
            "1",
            "--implementation",
            "adapt,waitall,blocking,multilevel",
            "--machine",
            machine,
            "--json",
            json.toString(),
            "--html",
            html.toString(),
            "--svg",
            folder.toString());

    assertThat(outcome.errors()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(json).isNotEmptyFile();
    for (String line : Files.readAllLines(json)) {
      try (JsonParser parser = new JsonFactory().createParser(line)) {
        while (parser.nextToken() != null) {
          // It is enough that it can be read.
        }
      }
    }
    String page = Files.readString(html).replaceFirst("<!DOCTYPE html>\n", "");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    assertThat(page)
        .contains("<svg", "starling study %s --quick".formatted(experiments))
        .doesNotContain("NaN");
    return outcome.out();
  }

  @Test
  void the_same_seed_gives_the_same_figures_and_another_one_others() throws IOException {
    String machine = machine();
    String first = noise(machine, "1");
    assertThat(noise(machine, "1")).isEqualTo(first);
    assertThat(noise(machine, "9")).isNotEqualTo(first);
  }

  private static String noise(String machine, String seed) {
    return run(
            "noise",
            "--quick",
            "--periods",
            "2",
            "--seeds",
            "2",
            "--seed",
            seed,
            "--machine",
            machine)
        .out();
  }

  @Test
  void adapt_s_delay_reaches_only_those_that_need_the_data() throws IOException {
    String found = run("propagation", "--machine", machine()).out();
    assertThat(found).contains("waitall on small: the delay of rank 8 reaches 16 of 16 ranks");
    assertThat(found).containsPattern("adapt on small: the delay of rank 8 reaches [89] of 16");
  }

  @Test
  void on_gpus_adapt_is_faster_than_the_baselines_and_than_itself_without_help()
      throws IOException {
    Path json = folder.resolve("gpu.json");
    String found = run("gpu", "--quick", "--machine", machine(), "--json", json + "").out();
    assertThat(found)
        .contains("broadcast on psg-gpu, 8 GPUs", "reduce on psg-gpu, 4 MiB, 4 GPUs a node")
        .contains(
            "adapt, no peer copies, no cache",
            "adapt, no peer copies, host folds",
            "waitall, GPU as adapt",
            "almost 10");
    List<Double> broadcast = new ArrayList<>();
    for (String line : Files.readAllLines(json)) {
      if (line.contains("broadcast on psg-gpu, 8 GPUs") && line.contains("\"size\":4194304")) {
        broadcast.add(Double.parseDouble(line.replaceFirst(".*\"time\":([^,}]*).*", "$1")));
      }
    }
    assertThat(broadcast).hasSize(7);
    assertThat(broadcast.getFirst()).isLessThan(Collections.min(broadcast.subList(2, 7)));
  }

  @Test
  void what_happens_while_a_delay_travels_is_traced() throws IOException {
    run("propagation", "--machine", machine(), "--trace", folder.toString());
    String trace = Files.readString(folder.resolve("small-waitall.json"));
    assertThat(trace).contains("traceEvents").contains("\"noise\"").contains("rank 8");
    assertThat(folder.resolve("small-adapt.json")).isNotEmptyFile();
  }

  @Test
  void bad_input_is_refused_before_anything_runs() throws IOException {
    refused("EXPERIMENT must be one of noise, topology", "nois");
    refused("EXPERIMENT is missing: name noise, topology", "--quick");
    refused("EXPERIMENT is missing: name noise, topology", "--machine", "corn");
    refused("--machine must be one of cori", "noise", "--machine", "corn");
    refused("--seeds must be at least 1, not 0", "noise", "--seeds", "0");
    refused("--html: cannot write", "noise", "--html", folder.resolve("no/such.html").toString());
    refused("it is a folder", "noise", "--json", folder.toString());
    refused("--svg: there is no folder", "noise", "--svg", folder.resolve("none").toString());
    refused("--trace needs the experiment propagation", "noise", "--trace", folder.toString());
    refused("--trace: there is no folder", "all", "--trace", folder.resolve("none").toString());
    refused("both would be written to", "asp", "--json", folder + "/x", "--html", folder + "/x");
    refused("--segment must be at least 4, not 0", "noise", "--segment", "0");
    refused("--segment must be a multiple of 4 bytes (float32), not 6", "noise", "--segment", "6");
    refused("--segment must be at most 4194304", "noise", "--segment", "8M");
    refused("two machines have the name 'cori'", "noise", "--machine", "cori,cori");
    refused("must hold at least 2 ranks", "noise", "--machine", lonely());
    refused("12Q", "noise", "--segment", "12Q");
    refused("--periods must be at least 1, not 0", "noise", "--periods", "0");
    refused("--percent must be from 1 to 50, not 0.0", "noise", "--percent", "0");
    refused("--skew must be from 0 to 100 ms, a period, not 101.0", "noise", "--skew", "101");
    refused("--implementation must be one of adapt, ", "noise", "--implementation", "mpi");
    refused("--algorithm must be NAME=ALGORITHM", "noise", "--algorithm", "topology");
    refused("'adapt' names another line", "noise", "--algorithm", "adapt=topology");
    refused("'shelves'", "noise", "--algorithm", "mine=shelves");
    refused("must be one of none, inside, outside", "noise", "--barrier", "later");
    refused("--ranks: small holds 2 to 16", "noise", "--machine", machine(), "--ranks", "17");
    Path typo =
        Files.writeString(
            folder.resolve("typo.json"), SmallCluster.TEXT.replace("\"gap\"", "\"gab\""));
    refused("typo.json:8:", "noise", "--machine", typo.toString());
  }

  private String lonely() throws IOException {
    String text =
        """
        {"name": "lonely", "description": "one core", "nodes": 1, "node": "core:1 pu:1",
         "links": {},
         "protocols": {
           "inside": {"eager": "4K", "mover": "copy", "source": "a test"},
           "between": {"eager": "4K", "mover": "read", "source": "a test"}},
         "processor": {"post": "1ns", "handle": "1ns", "copy": "1GB/s", "fold": "1GB/s", "source": "a test"}}
        """;
    return Files.writeString(folder.resolve("lonely.json"), text).toString();
  }

  @Test
  void what_is_done_stays_where_a_file_cannot_be_written() throws IOException {
    Path html = folder.resolve("page.html");
    Outcome outcome =
        run("propagation", "--machine", machine(), "--json", "/dev/full", "--html", html + "");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).contains("starling: --json: cannot write '/dev/full'");
    assertThat(outcome.out()).contains("adapt on small: the delay of rank 8 reaches");
    assertThat(html).isNotEmptyFile();
  }

  @Test
  void a_machine_of_one_node_has_no_growth() throws IOException {
    String text = Files.readString(Path.of(machine())).replace("\"nodes\": 4", "\"nodes\": 1");
    Path small = Files.writeString(folder.resolve("one.json"), text);
    assertThat(run("scaling", "--machine", small.toString()).out())
        .contains("the machine is too small to tell how the time grows");
  }

  @Test
  void an_algorithm_of_the_user_has_a_line_on_the_nodes_that_the_user_chose() throws IOException {
    String machine = machine();
    String out =
        run(
                "scaling",
                "--machine",
                machine,
                "--nodes",
                "2",
                "--loop",
                "1",
                "--algorithm",
                "short=topology,segment=16K")
            .out();
    assertThat(out).contains("short");
    refused("--algorithm must be NAME=ALGORITHM", "scaling", "--algorithm", "topology");
    refused("'adapt' names another line", "scaling", "--algorithm", "adapt=topology");
    refused("segment", "scaling", "--algorithm", "mine=topology,segment=much");
    refused("--nodes must be at least 1", "scaling", "--nodes", "0");
    refused("--loop must be at least 1", "scaling", "--loop", "0");
  }

  private static void refused(String because, String... arguments) {
    Outcome outcome = run(arguments);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errors()).contains(because);
  }
}
