package io.starling.bench.laboratory.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.launcher.Subcommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CalibrateCommandTest {

  private static final int BAD_INPUT = 2;

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new CalibrateCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(arguments);
  }

  private void refused(String reason, String... arguments) {
    assertThat(run(arguments)).isEqualTo(BAD_INPUT);
    assertThat(errors.toString()).contains(reason);
  }

  @Test
  void the_launcher_finds_it() {
    assertThat(ServiceLoader.load(Subcommand.class))
        .hasAtLeastOneElementOfType(CalibrateCommand.class);
  }

  @Test
  void it_measures_predicts_and_writes_a_machine_that_can_be_simulated() throws IOException {
    Path machine = folder.resolve("mine.json");
    Path json = folder.resolve("figures.json");
    int status =
        run(
            "--sizes=64K,128K",
            "--segments=32K,64K",
            "--time=5",
            "-o",
            machine + "",
            "--json",
            json + "");
    assertThat(status).as(errors.toString()).isZero();
    assertThat(out.toString())
        .contains("broadcast       64 KiB      32 KiB")
        .contains("reduce         128 KiB      64 KiB")
        .contains("Of 8 predictions half are off by less than");
    assertThat(SimulatedCluster.named(machine.toString()).slots()).isPositive();
    assertThat(Files.readAllLines(json)).hasSize(2 + 8).allMatch(line -> line.startsWith("{\""));
  }

  @Test
  void segments_that_do_not_divide_a_message_are_refused() {
    refused("--segments: 40960 is not a divisor of --sizes 65536", "--sizes=64K", "--segments=40K");
    refused("--segments must be multiples of 4 bytes (float32), not 4098", "--segments=4098");
    refused("--segments must be at least 4096, not 8", "--segments=8");
  }

  @Test
  void a_message_shorter_than_all_segments_is_refused() {
    refused("--sizes must be at least 16384, not 8192", "--sizes=8K");
  }

  @Test
  void files_that_cannot_be_written_are_refused_before_anything_is_measured() {
    refused("-o: cannot write", "-o=" + folder.resolve("none/mine.json"));
    refused("it is a folder", "--json=" + folder);
    assertThat(out.toString()).isEmpty();
  }
}
