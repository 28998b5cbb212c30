package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostAccess;
import io.starling.launcher.hosts.HostList;
import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.LauncherKind;
import io.starling.launcher.placing.Slots;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs over several hosts, all of which are this one: agents run here, each for itself. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostsTest {

  private static final String PROGRAM = TestProgram.class.getName();

  @TempDir private Path folder;

  private Path shell;

  /** Takes the place of ssh: runs the command here, with the environment of a new login. */
  @BeforeEach
  void writeShell() throws IOException {
    shell = script("shell", "shift; exec env -i PATH=\"$PATH\" HOME=\"$HOME\" sh -c \"$*\"");
  }

  private Path script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private HostRequest on(String hosts, Path command, int width) {
    return new HostRequest(
        LauncherKind.AUTO,
        HostList.parse(hosts),
        false,
        "lo",
        new HostAccess(List.of(command.toString()), System.getProperty("java.home"), width),
        Duration.ofSeconds(30));
  }

  private Outcome run(String hosts, String... arguments) throws InterruptedException {
    HostRequest request = on(hosts, shell, HostAccess.WIDTH);
    return Outcome.of(Slots.ALL, job -> job.hosts(request), arguments);
  }

  /** A launcher process with ranks on the hosts one and two. */
  private LauncherProcess launch(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--net", "lo", "--ssh", shell.toString()));
    all.addAll(List.of("--host", "one:1,two:2"));
    all.addAll(List.of(arguments));
    return LauncherProcess.run(all.toArray(String[]::new));
  }

  @Test
  void ranks_know_their_place_on_their_host_and_end_with_what_they_wrote() throws Exception {
    Outcome outcome = run("one:1,localhost:1,two:2", "variable", "STARLING_LOCAL_SIZE");
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.output().lines()).containsExactlyInAnyOrder("1", "1", "2", "2");
  }

  @Test
  void the_environment_of_ranks_is_the_launchers_where_it_matters() throws Exception {
    HostRequest request = on("one:1", shell, HostAccess.WIDTH);
    Outcome outcome =
        Outcome.of(
            1, job -> job.hosts(request).environment("COLOUR", "blue"), "variable", "COLOUR");
    assertThat(outcome.output()).isEqualTo("blue\n");
  }

  @Test
  void agents_start_agents() throws Exception {
    HostRequest request = on("a:1,b:1,c:1,d:1", shell, 1);
    Outcome outcome = Outcome.of(4, job -> job.hosts(request), "echo");
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.output().lines())
        .containsExactlyInAnyOrder("0 [echo]", "1 [echo]", "2 [echo]", "3 [echo]");
  }

  @Test
  @Tag("slow")
  void lines_of_ranks_on_several_hosts_never_mix() throws Exception {
    Outcome outcome = run("one:1,two:1", "lines");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.output().lines())
        .hasSize(2 * (TestProgram.LINES + 1))
        .allMatch(line -> line.chars().distinct().count() == 1);
  }

  @Test
  void the_status_of_a_failed_rank_is_the_launchers() throws Exception {
    Outcome outcome = run("one:1,two:1", "exit");
    assertThat(outcome.status()).isEqualTo(7);
    assertThat(outcome.errors())
        .contains("rank 1 of 2 on two exited with status 7; Starling ends the other rank");
  }

  @Test
  void input_goes_to_rank_zero_wherever_it_is() throws Exception {
    try (var launcher = launch(PROGRAM, "read")) {
      try (OutputStream input = launcher.process().getOutputStream()) {
        input.write(new byte[1_000_000]);
      }
      assertThat(launcher.remainingLines()).containsExactlyInAnyOrder("0:1000000", "1:0", "2:0");
      assertThat(launcher.awaitStatus()).isZero();
    }
  }

  @Test
  void no_rank_outlives_a_launcher_that_is_killed() throws Exception {
    try (var launcher = launch(PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(3);
      launcher.process().destroyForcibly();
      for (ProcessHandle rank : ranks) {
        rank.onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void the_ranks_of_an_agent_that_is_killed_have_failed() throws Exception {
    try (var launcher = launch(PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(3);
      ranks.getFirst().parent().orElseThrow().destroyForcibly();
      assertThat(launcher.awaitStatus()).isEqualTo(1);
      assertThat(launcher.errors()).containsPattern("lost (one|two): .*; with it ranks? ");
      for (ProcessHandle rank : ranks) {
        rank.onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void the_host_of_an_agent_that_is_told_to_end_is_lost_and_its_ranks_have_not_failed()
      throws Exception {
    try (var launcher = launch(PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(3);
      ranks.getFirst().parent().orElseThrow().destroy();
      assertThat(launcher.awaitStatus()).isEqualTo(1);
      assertThat(launcher.errors())
          .containsPattern("lost (one|two): .*; with it ranks? ")
          .doesNotContain("signal KILL");
      for (ProcessHandle rank : ranks) {
        rank.onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void a_signal_ends_the_ranks_of_all_hosts_and_usr1_asks_them_for_reports() throws Exception {
    try (var launcher = launch(PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(3);
      launcher.signal("USR1");
      for (int rank = 0; rank < 3; rank++) {
        launcher.awaitError("starling: rank " + rank + " of 3\n  thread \"main\"");
      }
      launcher.signal("TERM");
      assertThat(launcher.awaitStatus()).isEqualTo(143);
      assertThat(ranks).noneMatch(ProcessHandle::isAlive);
    }
  }

  @Test
  void a_job_that_shall_go_on_does_so_without_its_failed_rank() throws Exception {
    FailurePolicy going = new FailurePolicy(true, Duration.ofSeconds(10));
    HostRequest request = on("one:1,two:1", shell, HostAccess.WIDTH);
    Outcome outcome =
        Outcome.of(2, job -> job.hosts(request).failures(going), "exit-one-after-other");
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.errors()).contains("rank 1 exited with status 7 on two");
  }

  @Test
  void a_host_that_can_not_be_reached_is_named_with_the_reason() throws Exception {
    HostRequest refused =
        on("one:1,two:1", script("refuse", "echo \"no route to $1\" >&2; exit 255"), 32);
    assertThatThrownBy(() -> Outcome.of(2, job -> job.hosts(refused), "echo"))
        .isInstanceOf(LaunchException.class)
        .hasMessageMatching(
            "cannot start an agent on (one|two): no route to (one|two); see 'starling doctor .*");
  }

  @Test
  void a_host_that_does_not_answer_is_named() throws Exception {
    HostRequest patient = on("one:1,two:1", script("sleep", "exec sleep 100"), 32);
    HostRequest silent =
        new HostRequest(
            LauncherKind.SSH,
            patient.hosts(),
            false,
            "lo",
            patient.access(),
            Duration.ofMillis(200));
    assertThatThrownBy(() -> Outcome.of(2, job -> job.hosts(silent), "echo"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("no answer from one, two within");
  }

  @Test
  void more_ranks_than_slots_are_refused_unless_wished_for() throws Exception {
    HostRequest two = on("one:1,two:1", shell, 32);
    assertThatThrownBy(() -> Outcome.of(3, job -> job.hosts(two), "echo"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("-n 3 is more than the 2 slots of one, two");
    HostRequest more =
        new HostRequest(two.launcher(), two.hosts(), true, "lo", two.access(), two.startTimeout());
    assertThat(Outcome.of(3, job -> job.hosts(more), "echo").status()).isZero();
  }
}
