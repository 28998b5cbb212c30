package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A user who ends {@code starling compare}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class InterruptedCompareTest {

  private static final String LINE =
      "{\"benchmark\":\"barrier\",\"algorithm\":\"default\",\"ranks\":2,\"bytes\":0,"
          + "\"iterations\":20,\"avg_us\":1.5,\"min_us\":1,\"max_us\":2}";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"INT,2", "TERM,15"})
  void an_mpi_library_ends_no_file_stays_and_the_table_is_printed(String name, int number)
      throws Exception {
    Assumptions.assumeFalse(isIgnored(number), () -> "this process has to ignore " + name);
    Process compare = start();
    Path child = folder.resolve("child");
    while (!Files.exists(child) && compare.isAlive()) {
      Thread.sleep(10);
    }
    assertThat(outputAfter(name, number, compare)).containsPattern("barrier +1.500");
    assertThat(folder.resolve("temporary")).isEmptyDirectory();
    long pid = Long.parseLong(Files.readString(child).strip());
    assertThat(ProcessHandle.of(pid).filter(ChildTest::runs)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"INT,2", "TERM,15"})
  void a_signal_from_before_there_are_ranks_of_starling_counts_too(String name, int number)
      throws Exception {
    Assumptions.assumeFalse(isIgnored(number), () -> "this process has to ignore " + name);
    Path json = folder.resolve("figures.json");
    Process compare =
        compare("--library=starling", "--warm-up=600000", "--time=600000", "--json=" + json);
    while ((!Files.exists(json) || Files.size(json) == 0) && compare.isAlive()) {
      Thread.sleep(1);
    }
    assertThat(outputAfter(name, number, compare)).contains("0 cells");
  }

  /** What it prints, and how it ends, after a signal. */
  private static String outputAfter(String name, int number, Process compare) throws Exception {
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + compare.pid()).start().waitFor();
    boolean ended = compare.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      compare.destroyForcibly();
    }
    assertThat(ended).isTrue();
    String output = new String(compare.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output)
        .contains(
            "Interrupted by signal " + name + ": the table holds what was measured until then.\n");
    assertThat(compare.exitValue()).isEqualTo(128 + number);
    return output;
  }

  private Process start() throws IOException {
    DiscoveryTest.script(folder.resolve("mpicc.mpich"), "cp /bin/true \"$4\"");
    DiscoveryTest.script(
        folder.resolve("mpirun.mpich"),
        """
        [ "$1" = --version ] && { echo 'HYDRA build details: Version: 4.0.2'; exit; }
        echo '%s'
        sleep 1000 &
        echo $! > %s/new
        mv %s/new %s/child
        wait\
        """
            .formatted(LINE, folder, folder, folder));
    return compare("--library=mpich");
  }

  private Process compare(String... options) throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "compare", "barrier"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge("PATH", folder.toString(), (old, first) -> first + ":" + old);
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    return builder.redirectErrorStream(true).start();
  }

  /** A process started in the background may have to ignore signals, and so do its children. */
  private static boolean isIgnored(int signal) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
      long bits = Long.parseUnsignedLong(mask.substring(mask.indexOf('\t') + 1), 16);
      return (bits >>> (signal - 1) & 1) != 0;
    }
  }
}
