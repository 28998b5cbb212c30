package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ChildTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void what_it_writes_is_read() throws InterruptedException {
    Child.Result result = Child.run(List.of("sh", "-c", "echo one; echo two >&2"), LONG);
    assertThat(result.succeeded()).isTrue();
    assertThat(result.output()).isEqualTo("one\n");
  }

  @Test
  void a_failure_is_told_in_its_own_words() throws InterruptedException {
    String script = "echo '-----'; echo 'no route' >&2; echo 'to host' >&2; exit 3";
    assertThat(Child.run(List.of("sh", "-c", script), LONG).problem())
        .isEqualTo("sh ended with status 3: no route | to host");
  }

  @Test
  void the_words_of_the_measuring_program_come_before_those_of_its_launcher()
      throws InterruptedException {
    String script =
        "for i in 1 2 3 4 5; do echo aborted $i; done >&2;"
            + " for rank in 0 1; do echo 'mpi_driver: no benchmark' >&2; done; exit 2";
    assertThat(Child.run(List.of("sh", "-c", script), LONG).problem())
        .isEqualTo(
            "sh ended with status 2:"
                + " mpi_driver: no benchmark | aborted 1 | aborted 2 | aborted 3");
  }

  @Test
  void a_command_that_is_not_there_is_a_problem_too() throws InterruptedException {
    Child.Result result = Child.run(List.of(folder.resolve("none").toString()), LONG);
    assertThat(result.succeeded()).isFalse();
    assertThat(result.problem()).contains("cannot run " + folder.resolve("none"));
  }

  @Test
  void one_that_hangs_is_killed_with_all_that_it_has_started()
      throws InterruptedException, IOException {
    Path pids = folder.resolve("pids");
    // One child stays in the group, one leaves it, and none heeds a polite request.
    String script =
        "trap '' TERM; sleep 1000 & echo $! > %1$s; setsid sleep 1000 & echo $! >> %1$s; echo begun; wait; wait"
            .formatted(pids);
    Child.Result result = Child.run(List.of("sh", "-c", script), Duration.ofSeconds(1));
    assertThat(result.problem()).contains("had not ended after 1 s and was killed");
    assertThat(result.output()).isEqualTo("begun\n");
    List<String> children = Files.readAllLines(pids);
    assertThat(children).hasSize(2);
    assertThat(children).allMatch(ChildTest::ends);
  }

  @Test
  void an_interruption_ends_it_and_what_it_has_written_is_read() throws InterruptedException {
    Interruption interruption = new Interruption();
    Path begun = folder.resolve("begun");
    Thread user =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Files.exists(begun)) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  interruption.take(2);
                });
    String script = "echo one; touch " + begun + "; sleep 1000";
    Child.Result result = Child.run(List.of("sh", "-c", script), LONG, interruption);
    user.join();
    assertThat(result.problem()).isEqualTo("sh was interrupted: one");
    assertThat(result.output()).isEqualTo("one\n");
    assertThat(interruption.status()).hasValue(130);
  }

  @Test
  void a_report_is_no_interruption() {
    Interruption interruption = new Interruption();
    interruption.take(10);
    assertThat(interruption.status()).isEmpty();
  }

  @Test
  void what_a_command_leaves_behind_is_killed() throws InterruptedException {
    String script = "setsid sleep 1000 > /dev/null 2>&1 & echo $!";
    String pid = Child.run(List.of("sh", "-c", script), LONG).output().strip();
    assertThat(ends(pid)).isTrue();
  }

  /** A process that was killed is seen until the kernel has taken it down. */
  private static boolean ends(String pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(pid));
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (process.map(ChildTest::runs).orElse(false)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }

  /** One that has ended may still wait for someone to ask for its status. */
  static boolean runs(ProcessHandle process) {
    try {
      String status = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      return status.charAt(status.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }
}
