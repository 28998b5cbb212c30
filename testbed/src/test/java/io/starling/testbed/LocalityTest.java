package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks in the order that a network with two racks likes. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LocalityTest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** The racks alternate: each hop of a ring crosses the slow cable. */
  private static final String ALTERNATING = "node1:1,node3:1,node2:1,node4:1";

  private final Bed bed = Bed.withRacks();

  /** Hosts have a {@code /tmp} of their own. */
  private static Path file(String text) throws IOException {
    Path file = Files.createTempFile(Path.of("target").toAbsolutePath(), "matrix", ".json");
    file.toFile().deleteOnExit();
    return Files.writeString(file, text);
  }

  private Outcome ring(String... options) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("run", "--host", ALTERNATING));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("-cp", Programs.OWN, BedProgram.class.getName(), "ring"));
    try (BedProcess launcher = bed.starling(arguments.toArray(String[]::new))) {
      return launcher.await(PATIENCE);
    }
  }

  private static int milliseconds(Outcome outcome) {
    assertThat(outcome.status()).as("%s", outcome).isZero();
    return outcome.lines().stream()
        .filter(line -> line.endsWith(" ms"))
        .mapToInt(line -> Integer.parseInt(line.replace(" ms", "")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(outcome.toString()));
  }

  @Test
  @Tag("slow")
  void an_unchanged_program_is_faster_and_the_launcher_says_by_how_much()
      throws InterruptedException {
    int given = milliseconds(ring());
    Outcome measured = ring("--rank-by", "locality", "--probe-again");
    Outcome kept = ring("--rank-by", "locality");

    assertThat(measured.errors())
        .contains("6 of 6 pairs measured (100.0 %)")
        .containsPattern("allreduce of 100M by ring is expected to be \\d\\.\\d\\d times as fast");
    assertThat(kept.errors()).contains("the round-trip times are those of");
    assertThat(milliseconds(measured)).isLessThan(given * 3 / 4);
    assertThat(milliseconds(kept)).isLessThan(given * 3 / 4);
  }

  @Test
  void a_matrix_of_other_hosts_is_refused() throws IOException, InterruptedException {
    Path file = file("{\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0, 1], [1, 0]]}");
    Outcome outcome = ring("--rank-by", "locality=" + file);
    assertThat(outcome.status()).as("%s", outcome).isNotZero();
    assertThat(outcome.errors()).contains("the matrix has no host 'node1'; it has a, b");
  }

  @Test
  @Tag("slow")
  void a_matrix_from_a_file_gives_the_order() throws IOException, InterruptedException {
    Path file =
        file(
            """
            {"hosts": ["node1", "node2", "node3", "node4"],
             "rtt_us": [[0, 20, 90, 90], [20, 0, 90, 90], [90, 90, 0, 20], [90, 90, 20, 0]]}
            """);
    Outcome outcome = ring("--rank-by", "locality=" + file, "--report-bindings");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.errors()).contains("1.64 times as fast as in the given order");
  }
}
