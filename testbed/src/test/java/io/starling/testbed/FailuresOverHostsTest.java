package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is promised in {@code docs/failures.md}, on real hosts but for the wires. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailuresOverHostsTest {

  private static final Duration START = Duration.ofSeconds(60);
  private static final String RANK = "io.starling.launcher.rank.RankMain";
  private static final String AGENT = "io.starling.launcher.agent.AgentMain";
  private static final String LAUNCHER = "io.starling.launcher.Main";

  private final Bed bed = Bed.shared();

  private BedProcess start(List<String> options, String... program) throws InterruptedException {
    return start("node[1-4]:1", 4, options, program);
  }

  /** Ranks of one host share memory, others send over UCX. */
  private BedProcess startPairs(List<String> options, String... program)
      throws InterruptedException {
    return start("node[1-3]:2", 6, options, program);
  }

  private BedProcess start(String hosts, int ranks, List<String> options, String... program)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("run", "--host", hosts));
    words.addAll(options);
    words.addAll(List.of("-cp", Programs.OWN, BedProgram.class.getName()));
    words.addAll(List.of(program));
    BedProcess launcher = bed.starling(words.toArray(String[]::new));
    launcher.awaitOutput("under way", ranks, START);
    return launcher;
  }

  private void kill(String host, String word) {
    List<ProcessHandle> found = bed.processes(host, word);
    assertThat(found).as(bed.jvms()).isNotEmpty();
    found.forEach(ProcessHandle::destroyForcibly);
  }

  /** No process of a job is left on any host, or will not be soon. */
  private void leavesNobody(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!bed.jvms().isEmpty()) {
      assertThat(System.nanoTime()).as(bed.jvms()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void a_killed_rank_ends_the_job_with_its_status() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "rounds", "1000")) {
      long start = System.nanoTime();
      kill("node3", RANK);
      Outcome outcome = launcher.await(Duration.ofSeconds(10));
      assertThat(since(start)).as("%s", outcome).isLessThan(Duration.ofSeconds(4));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(137);
      assertThat(outcome.errors()).contains("rank 2 of 4 on node3").contains("signal KILL");
      leavesNobody(Duration.ofSeconds(2));
    }
  }

  @Test
  @Tag("slow")
  void an_abort_on_another_host_ends_a_job_that_survives_failures() throws InterruptedException {
    try (BedProcess launcher = start(List.of("--on-failure", "return"), "abort")) {
      Outcome outcome = launcher.await(Duration.ofSeconds(10));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(9);
      assertThat(outcome.errors()).contains("rank 2 of 4 on node3 called abort(9)");
      leavesNobody(Duration.ofSeconds(2));
    }
  }

  @Test
  @Tag("slow")
  void a_killed_agent_ends_the_job_and_its_ranks() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "rounds", "1000")) {
      kill("node2", AGENT);
      Outcome outcome = launcher.await(Duration.ofSeconds(15));
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("node2");
      leavesNobody(Duration.ofSeconds(5));
    }
  }

  /** Starts a probe that takes long; returns when agents measure. */
  private BedProcess probe() throws InterruptedException {
    BedProcess probe = bed.starling("probe", "--host", "node[1-4]", "--probes", "1000000");
    while (probe.isAlive() && bed.processes("node3", AGENT).isEmpty()) {
      Thread.sleep(50);
    }
    Thread.sleep(2000);
    return probe;
  }

  @Test
  @Tag("slow")
  void agents_that_measure_end_with_a_launcher_that_is_killed() throws InterruptedException {
    try (BedProcess probe = probe()) {
      kill("node1", LAUNCHER);
      assertThat(probe.await(Duration.ofSeconds(10)).status()).isNotZero();
      leavesNobody(Duration.ofSeconds(10));
    }
  }

  @Test
  @Tag("slow")
  void a_signal_ends_a_probe_and_its_agents() throws InterruptedException {
    try (BedProcess probe = probe()) {
      bed.processes("node1", LAUNCHER).forEach(ProcessHandle::destroy);
      Outcome outcome = probe.await(Duration.ofSeconds(10));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(143);
      leavesNobody(Duration.ofSeconds(10));
    }
  }

  @Test
  @Tag("slow")
  void a_host_that_goes_silent_ends_a_probe_with_its_name() throws InterruptedException {
    try (BedProcess probe = probe()) {
      bed.cable("node3", "cut");
      Outcome outcome = probe.await(Duration.ofSeconds(60));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(2);
      assertThat(outcome.errors()).contains("node3");
    } finally {
      bed.cable("node3", "in");
    }
    leavesNobody(Duration.ofSeconds(60));
  }

  @Test
  void no_process_outlives_a_killed_launcher_on_any_host() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "rounds", "1000")) {
      kill("node1", LAUNCHER);
      assertThat(launcher.await(Duration.ofSeconds(10)).status()).isNotZero();
      leavesNobody(Duration.ofSeconds(10));
    }
  }

  @Test
  @Tag("slow")
  void a_cable_that_is_out_for_three_seconds_loses_nothing() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "rounds", "5")) {
      bed.cable("node3", "out");
      Thread.sleep(3000);
      bed.cable("node3", "in");
      Outcome outcome = launcher.await(Duration.ofSeconds(30));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines()).filteredOn("all sums are right"::equals).hasSize(4);
    } finally {
      bed.cable("node3", "in");
    }
  }

  @Test
  @Tag("slow")
  void nor_does_one_that_is_out_while_ranks_meet() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "meet-late")) {
      bed.cable("node3", "out");
      Thread.sleep(3000);
      bed.cable("node3", "in");
      Outcome outcome = launcher.await(Duration.ofSeconds(40));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines()).filteredOn("all sums are right"::equals).hasSize(4);
    } finally {
      bed.cable("node3", "in");
    }
  }

  @Test
  @Tag("slow")
  void survivors_of_a_host_that_falls_silent_hear_of_it_in_time() throws InterruptedException {
    survivorsGoOn("go-on");
  }

  @Test
  @Tag("slow")
  void so_do_those_who_had_never_talked_to_it() throws InterruptedException {
    survivorsGoOn("go-on-late");
  }

  private void survivorsGoOn(String program) throws InterruptedException {
    try (BedProcess launcher =
        start(List.of("--failure-timeout", "3", "--on-failure", "return"), program)) {
      bed.cable("node3", "cut");
      long start = System.nanoTime();
      launcher.awaitOutput("heard: ", 3, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(5));
      launcher.awaitOutput("of 3", 3, Duration.ofSeconds(10));
      Outcome outcome = launcher.await(Duration.ofSeconds(15));
      assertThat(outcome.errors()).as("%s", outcome).contains("node3");
      leavesNobody(Duration.ofSeconds(10));
    } finally {
      bed.cable("node3", "in");
    }
  }

  @Test
  void survivors_of_a_killed_rank_go_on_without_it() throws InterruptedException {
    try (BedProcess launcher = start(List.of("--on-failure", "return"), "go-on")) {
      long start = System.nanoTime();
      kill("node2", RANK);
      launcher.awaitOutput("heard: ", 3, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(2));
      Outcome outcome = launcher.await(Duration.ofSeconds(20));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines())
          .contains("goes on as rank 0 of 3", "goes on as rank 1 of 3", "goes on as rank 2 of 3");
      assertThat(outcome.errors()).contains("rank 1").contains("node2");
    }
  }

  /** One that shares memory with the killed rank, and four that do not. */
  @Test
  void survivors_of_a_killed_rank_go_on_whichever_way_they_had_to_it() throws InterruptedException {
    try (BedProcess launcher = startPairs(List.of("--on-failure", "return"), "go-on")) {
      long start = System.nanoTime();
      bed.processes("node2", RANK).getFirst().destroyForcibly();
      launcher.awaitOutput("heard: ", 5, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(2));
      Outcome outcome = launcher.await(Duration.ofSeconds(20));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      for (int rank = 0; rank < 5; rank++) {
        assertThat(outcome.lines()).contains("goes on as rank %d of 5".formatted(rank));
      }
      assertThat(outcome.errors()).contains("node2");
    }
    leavesNobody(Duration.ofSeconds(10));
  }

  @Test
  @Tag("slow")
  void survivors_of_two_ranks_whose_host_falls_silent_go_on() throws InterruptedException {
    List<String> options = List.of("--failure-timeout", "3", "--on-failure", "return");
    try (BedProcess launcher = startPairs(options, "go-on")) {
      bed.cable("node3", "cut");
      long start = System.nanoTime();
      launcher.awaitOutput("heard: ", 4, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(5));
      launcher.awaitOutput("of 4", 4, Duration.ofSeconds(10));
      assertThat(launcher.await(Duration.ofSeconds(15)).errors()).contains("node3");
      leavesNobody(Duration.ofSeconds(10));
    } finally {
      bed.cable("node3", "in");
    }
  }

  @Test
  @Tag("slow")
  void with_the_default_timeout_a_silent_host_ends_the_job() throws InterruptedException {
    try (BedProcess launcher = start(List.of(), "rounds", "1000")) {
      bed.cable("node4", "out");
      long start = System.nanoTime();
      Outcome outcome = launcher.await(Duration.ofSeconds(30));
      assertThat(since(start)).as("%s", outcome).isLessThan(Duration.ofSeconds(15));
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("node4");
    } finally {
      bed.cable("node4", "in");
    }
    leavesNobody(Duration.ofSeconds(15));
  }
}
