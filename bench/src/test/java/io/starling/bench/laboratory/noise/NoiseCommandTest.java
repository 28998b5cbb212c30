package io.starling.bench.laboratory.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.compare.Discovery;
import io.starling.bench.compare.Vendor;
import io.starling.launcher.Subcommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NoiseCommandTest {

  private static final List<String> SHORT =
      List.of(
          "--ranks=2",
          "--percent=0,10",
          "--bytes=64K",
          "--hertz=100",
          "--time=50",
          "--rounds=2",
          "--warm-up=5");

  @TempDir private Path folder;

  @Test
  void the_launcher_finds_it() {
    assertThat(ServiceLoader.load(Subcommand.class)).hasAtLeastOneElementOfType(NoiseCommand.class);
  }

  @Test
  void a_percentage_out_of_range_is_refused_with_the_reason() {
    refused("--percent: noise takes 0 to 50 % of the time, not -1.0 %", "--percent=-1");
    refused("not 51.0 %: its duration is drawn up to twice that share", "--percent=0,51");
    refused("Invalid value for option '--percent'", "--percent=much");
  }

  @Test
  void a_frequency_that_cannot_be_is_refused() {
    refused("--hertz: noise comes 0.01 to 1000 times a second, not 0.0 times", "--hertz=0");
    refused("not -10.0 times", "--hertz=-10");
    refused("not 1000.1 times: a period has 1 ms at least", "--hertz=1000.1");
    refused("not NaN times", "--hertz=NaN");
  }

  @Test
  void a_turn_without_a_period_to_spare_is_refused() {
    refused(
        "--time must be at least two periods of noise, not 199 ms: the first period of 100 ms",
        "--time=199");
  }

  @Test
  void an_unknown_algorithm_is_refused() {
    refused("--algorithm broadcast=gossip: ", "--algorithm=adapt,gossip");
    refused("--algorithm allreduce=topology: ", "--collective=allreduce", "--algorithm=adapt");
  }

  @Test
  void an_unknown_library_is_refused() {
    refused("--library must be one of starling", "--library=starling,lam");
  }

  @Test
  void an_unknown_mode_is_refused() {
    refused("--mode must be one of spin, stop, not 'pause'", "--mode=pause");
  }

  @Test
  void an_output_file_in_no_folder_is_refused() {
    refused("--json: cannot write", "--json=" + folder.resolve("none/noise.json"));
  }

  @Test
  void spinning_in_another_library_is_refused() {
    refused(
        "--mode must be stop with other libraries, not spin",
        "--mode=spin",
        "--library=starling,openmpi");
  }

  @Test
  void algorithms_of_other_libraries_cannot_be_chosen() {
    refused("--algorithm needs starling in --library", "--library=openmpi", "--algorithm=adapt");
  }

  @Test
  void collectives_that_are_not_looped_are_refused() {
    refused("--collective must be one of broadcast", "--collective=barrier");
    refused("must be one of pingpong", "--collective=gossip");
    refused(
        "--bytes must be a multiple of 4 for a reduction of float32, not 6",
        "--collective=reduce",
        "--bytes=6");
  }

  @Test
  void other_numbers_out_of_range_are_refused() {
    refused("--ranks must be at least 2, not 1", "-n", "1");
    refused("--rounds must be at least 1, not 0", "--rounds=0");
    refused("--bytes must be at least 1, not 0", "--bytes=0");
    refused("--bytes must be at most 2147483647, not 2147483648", "--bytes=2G");
  }

  @Test
  void starling_spins() throws Exception {
    Path json = folder.resolve("noise.json");
    String output = output("--algorithm=adapt,broadcast=chain,segment=16K", "--json=" + json);
    assertThat(output)
        .contains("starling: --warm-up 5 ms is too short")
        .containsPattern("Starling +adapt +0 % +\\d")
        .containsPattern("Starling +broadcast=chain,segment=16K +0 % +\\d")
        .containsPattern(" 10 % +\\S+ +[+-]\\S+ ± \\S+ +[+-]\\S+ ± \\S+ % +\\d+\\.\\d\\d %\n")
        .contains("broadcast of 64 KiB on 2 ranks", "(spin)");
    List<String> lines = Files.readAllLines(json);
    assertThat(lines).hasSize(1 + 2 * (4 + 2));
    assertThat(lines.get(0)).contains("\"mode\":\"spin\"");
    assertThat(lines).filteredOn(line -> line.contains("\"percent\":10.0")).hasSize(6);
    assertThat(injected(lines.get(6))).as("with 10 %%: %s", lines.get(6)).isGreaterThan(2);
  }

  @Test
  void starling_is_stopped() throws Exception {
    Path json = folder.resolve("noise.json");
    String output =
        output("--mode=stop", "--collective=reduce", "--algorithm=waitall", "--json=" + json);
    assertThat(output)
        .containsPattern("Starling +waitall +0 % +\\d")
        .contains("reduce of 64 KiB on 2 ranks", "(stop)");
    List<String> lines = Files.readAllLines(json);
    assertThat(injected(lines.get(6))).as("with 10 %%: %s", lines.get(6)).isGreaterThan(2);
  }

  @Test
  void open_mpi_is_stopped() throws Exception {
    Assumptions.assumeTrue(
        Discovery.here().found().stream().anyMatch(each -> each.vendor() == Vendor.OPEN_MPI),
        "there is no Open MPI here");
    Path json = folder.resolve("noise.json");
    String output = output("--library=openmpi", "--json=" + json);
    assertThat(output).containsPattern("Open MPI \\S+ +its own +0 % +\\d").contains("(stop)");
    List<String> lines = Files.readAllLines(json);
    assertThat(injected(lines.get(6))).as("with 10 %%: %s", lines.get(6)).isGreaterThan(2);
  }

  @Test
  void help_has_examples_and_the_papers_numbers() {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute("--help")).isZero();
    assertThat(output.toString().replaceAll("\\s+", " "))
        .contains("0 to 10 ms at 10 Hz are 5 %", "starling noise -n 2", "128+N");
  }

  private static double injected(String line) {
    return Double.parseDouble(line.replaceAll(".*\"injected_percent\":([0-9.]+)}", "$1"));
  }

  private static String output(String... more) {
    List<String> arguments = new ArrayList<>(SHORT);
    arguments.addAll(List.of(more));
    StringWriter output = new StringWriter();
    int status = command(output).execute(arguments.toArray(String[]::new));
    assertThat(status).as(output.toString()).isZero();
    return output.toString();
  }

  private static void refused(String reason, String... arguments) {
    StringWriter output = new StringWriter();
    assertThat(command(output).execute(arguments)).isEqualTo(2);
    assertThat(output.toString()).contains(reason);
  }

  private static CommandLine command(StringWriter output) {
    PrintWriter writer = new PrintWriter(output, true);
    return new CommandLine(new NoiseCommand())
        .addMixin("help", new Help())
        .setOut(writer)
        .setErr(writer);
  }

  @CommandLine.Command(mixinStandardHelpOptions = true)
  private static final class Help {}
}
