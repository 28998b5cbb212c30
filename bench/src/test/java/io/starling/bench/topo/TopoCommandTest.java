package io.starling.bench.topo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.starling.launcher.Main;
import io.starling.launcher.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TopoCommandTest {

  private static final String CORI = "package:2 core:16 pu:2";

  private static final String GPUS = "../topology/src/test/resources/machines/gpus.xml";
  private static final String MODELS = "../topology/src/test/resources/machines/models.xml";

  @TempDir private Path folder;

  @Test
  void the_launcher_finds_it() {
    assertThat(ServiceLoader.load(Subcommand.class)).hasAtLeastOneElementOfType(TopoCommand.class);
  }

  @Test
  void alone_it_shows_this_machine() {
    assertThat(run()).startsWith("machine: ").contains("PU");
  }

  @Test
  void ranks_and_their_tree_come_after_the_machine() {
    assertThat(run("--synthetic", CORI, "--ranks", "32", "--root", "3"))
        .contains(
            "ranks 0-15\n", "\n\n32 ranks on 2 packages x 16 cores", "\n3  node 0, package 0");
  }

  @Test
  void a_picture_has_a_rank_on_each_core_unless_told_otherwise() throws IOException {
    Path file = folder.resolve("cori.svg");

    assertThat(run("--synthetic", CORI, "--svg", file.toString()))
        .isEqualTo(file + ": 32 ranks on 2 packages x 16 cores" + System.lineSeparator());
    assertThat(Files.readString(file)).startsWith("<svg").endsWith("</svg>\n");
    assertThat(names()).containsExactly("cori.svg");

    run("--synthetic", CORI, "--ranks", "2", "--svg", file.toString());
    assertThat(Files.readString(file)).contains(">2 ranks on");
  }

  @Test
  void programs_get_one_json_object() throws IOException {
    String json = run("--synthetic", "node:2 package:1 core:2 pu:1", "--ranks", "4", "--json", "-");

    assertThat(json).hasLineCount(1).endsWith("}\n");
    assertThat(json)
        .contains(
            "\"nodes\":[0,0]",
            "{\"rank\":3,\"node\":1,\"home\":\"1\",\"cpus\":\"1\"}",
            "{\"from\":0,\"to\":2,\"level\":\"cluster\"}");
    assertThat(fields(json)).contains("machines", "root", "children", "memory", "bytes");
  }

  @Test
  void ranks_have_the_gpus_of_the_map_or_those_near_them() {
    String there = "gpu 0: 0000:17:00.0 (card1, renderD128), near NUMA 0";
    assertThat(run("--topology", GPUS)).contains(there + "\n");
    assertThat(run("--topology", GPUS, "-n", "16")).contains(there + "; ranks 0-3\n");
    assertThat(run("--topology", GPUS, "-n", "4", "--gpu-map", "1,1,0"))
        .contains(there + "; rank 2\n", "near NUMA 1; ranks 0-1,3\n");
    assertThat(run("--topology", GPUS, "-n", "4", "--gpu-map", "none")).contains(there + "\n");
  }

  @Test
  void programs_get_the_gpu_of_each_rank_that_has_one() {
    assertThat(run("--topology", GPUS, "-n", "2", "--gpu-map", "3", "--json", "-"))
        .contains("{\"rank\":1,\"node\":0,\"home\":\"1\",\"cpus\":\"1\",\"gpu\":\"0000:af:00.0\"}");
  }

  @Test
  void programs_get_the_model_of_each_device_that_has_one() {
    assertThat(run("--topology", MODELS, "--json", "-"))
        .contains(
            "\"bus_id\":\"0000:17:00.0\",\"pci\":\"10de:2330\",\"model\":\"NVIDIA H100 80GB"
                + " HBM3\",",
            "\"bus_id\":\"0000:19:00.0\",\"pci\":\"10de:2901\",\"names\":");
  }

  @Test
  void bad_input_is_explained_and_leaves_no_file() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.xml"), "<topology");
    String picture = folder.resolve("picture.svg").toString();

    refused("--root must be 0 to 3, not 4", "--synthetic", CORI, "--ranks", "4", "--root", "4");
    refused(
        "--root must be 0 to 31, not -1", "--synthetic", CORI, "--svg", picture, "--root", "-1");
    refused("--root needs --ranks", "--root", "1");
    refused("--ranks must be 1 to 4096, not 0", "--ranks", "0", "--svg", picture);
    refused("'kore:2' is not allowed there", "--synthetic", "kore:2", "--svg", picture);
    refused("not an hwloc XML file", "--topology", broken.toString(), "--svg", picture);
    refused("cannot read", "--topology", folder.resolve("none.xml").toString());
    refused(
        "'shelf' is none of cluster, zone, rack, node",
        "--synthetic",
        CORI,
        "--ranks",
        "4",
        "--tree",
        "shelf=chain");
    refused("unknown tree 'bush'", "--synthetic", CORI, "--ranks", "4", "--tree", "node=bush");
    refused("unknown tree 'foo'", "--tree", "foo");
    refused("there is no rankfile", "--rankfile", folder.resolve("none").toString());
    refused(
        "--svg draws at most 1024 ranks, not 2000",
        "--synthetic",
        "node:99999 " + CORI,
        "--ranks",
        "2000",
        "--svg",
        picture);
    refused("has no GPU '7'; it has 0 (", "--topology", GPUS, "-n", "2", "--gpu-map", "7");
    refused("has no l3", "--synthetic", "pu:4", "--ranks", "4", "--bind-to", "l3");
    refused("there is no folder", "--svg", folder.resolve("none/picture.svg").toString());
    refused("is a folder", "--svg", folder.toString());
    refused("at most 1024", "--synthetic", "node:99 " + CORI, "--svg", picture);
    assertThat(names()).containsExactly("broken.xml");
  }

  private Path matrix(double far) throws IOException {
    return Files.writeString(
        folder.resolve("latency.json"),
        """
        {"hosts": ["a", "b", "c", "d"],
         "rtt_us": [[0, %1$s, 20, %1$s], [%1$s, 0, %1$s, 21], [20, %1$s, 0, %1$s], [%1$s, 21, %1$s, 0]]}
        """
            .formatted(far));
  }

  @Test
  void round_trip_times_tell_the_racks_and_the_tree_follows_them() throws IOException {
    String file = matrix(90).toString();
    assertThat(run("--matrix", file))
        .contains("4 hosts in 2 racks", "rack 0: a, c", "rack 1: b, d");
    assertThat(run("--matrix", file, "--ranks", "4", "--json", "-"))
        .contains("{\"name\":\"b\",\"rack\":1}", "\"from\":0,\"to\":2,\"level\":\"rack\"");
    assertThat(run("--matrix", matrix(21).toString()))
        .contains("4 hosts, all about as near to each other");
    refused(
        "--topology has 3 nodes, and --matrix 4 hosts",
        "--matrix",
        file,
        "--synthetic",
        "node:3 package:1 core:1 pu:1");
    refused("--matrix: there is no file", "--matrix", folder.resolve("none").toString());
  }

  @Test
  void help_has_examples() {
    assertThat(Main.commandLine().getSubcommands().get("topo").getUsageMessage())
        .contains("Examples:", "starling topo --synthetic");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static List<String> fields(String json) throws IOException {
    List<String> names = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          names.add(parser.currentName());
        }
      }
    }
    return names;
  }

  private static String run(String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    CommandLine command = command(output).setErr(new PrintWriter(errors, true));
    assertThat(command.execute(arguments)).as(errors.toString()).isZero();
    return output.toString();
  }

  private static void refused(String reason, String... arguments) {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute(arguments)).isEqualTo(2);
    assertThat(output.toString()).contains(reason);
  }

  private static CommandLine command(StringWriter output) {
    PrintWriter writer = new PrintWriter(output, true);
    return new CommandLine(new TopoCommand())
        .addMixin("help", new Help())
        .setOut(writer)
        .setErr(writer);
  }

  @CommandLine.Command(mixinStandardHelpOptions = true)
  private static final class Help {}
}
