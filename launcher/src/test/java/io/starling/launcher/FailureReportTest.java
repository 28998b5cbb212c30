package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job that fails says, and in which order. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailureReportTest {

  private static List<String> withoutHost(Outcome outcome) {
    return outcome.errorsOfRanks().stream()
        .map(line -> line.replaceFirst(" on \\S+ ", " on HOST "))
        .toList();
  }

  @Test
  void the_cause_is_told_once_and_not_what_the_other_ranks_say_because_of_it(@TempDir Path folder)
      throws InterruptedException {
    Outcome outcome = Outcome.of(3, "lose-peer", "7", folder.toString());
    assertThat(outcome.status()).isEqualTo(7);
    assertThat(withoutHost(outcome))
        .containsExactly(
            "starling: rank 1 of 3 on HOST exited with status 7; Starling ends the other ranks");
  }

  @Test
  void a_rank_that_ends_with_0_before_it_has_left_is_the_cause(@TempDir Path folder)
      throws InterruptedException {
    Outcome outcome = Outcome.of(3, "lose-peer", "0", folder.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(withoutHost(outcome))
        .containsExactly(
            "starling: rank 1 of 3 on HOST exited with status 0 before it left the job; Starling"
                + " ends the job with status 1");
  }

  @Test
  void a_lost_peer_is_told_where_no_rank_has_failed() throws InterruptedException {
    Outcome outcome = Outcome.of(1, "lose-peer", "7");
    assertThat(outcome.status()).isEqualTo(75);
    assertThat(withoutHost(outcome))
        .containsExactly(
            "starling: rank 0 of 1 lost a peer: rank 0, barrier (0 of 3 moves done): rank 1 has"
                + " gone",
            "starling: rank 0 of 1 on HOST lost another rank (status 75)");
  }

  @Test
  void other_ranks_that_fail_by_themselves_come_last(@TempDir Path folder)
      throws InterruptedException {
    Outcome outcome = Outcome.of(2, "fail-together", folder.toString());
    List<String> lines = withoutHost(outcome);
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).matches("starling: rank [01] of 2 on HOST exited with status .*");
    assertThat(lines.getLast()).matches("starling: besides, rank [01] exited with status [34]");
  }

  @Test
  void what_Starling_logs_in_a_rank_is_one_line_and_the_programs_log_stays_as_it_is()
      throws InterruptedException {
    Outcome outcome = Outcome.of(1, "log");
    assertThat(outcome.errorsOfRanks())
        .contains(
            "starling: rank 0 of 1: it does without", "WARNING: a warning of the program's own")
        .hasSize(3);
  }

  /** Makes the start of a JVM take longer than the job may take. */
  static final class SlowStart {

    private SlowStart() {}

    public static void premain(String milliseconds) throws InterruptedException {
      Thread.sleep(Long.parseLong(milliseconds));
    }
  }

  @Test
  void the_time_of_a_job_does_not_begin_before_its_main_method(@TempDir Path folder)
      throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", SlowStart.class.getName());
    Path agent = folder.resolve("agent.jar");
    new JarOutputStream(Files.newOutputStream(agent), manifest).close();
    Outcome outcome =
        Outcome.of(
            1,
            job ->
                job.jvmArguments(List.of("-javaagent:" + agent + "=2500"))
                    .timeout(Duration.ofSeconds(2)),
            "sleep",
            "1");
    assertThat(outcome.status()).as(outcome.errors()).isZero();
  }
}
