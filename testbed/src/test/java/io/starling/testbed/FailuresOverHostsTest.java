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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is promised in {@code docs/failures.md}, on real hosts but for the wires. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailuresOverHostsTest {

  private static final Duration START = Duration.ofSeconds(60);
  private static final String RANK = "io.starling.launcher.rank.RankMain";
  private static final String AGENT = "io.starling.launcher.agent.AgentMain";
  private static final String LAUNCHER = "io.starling.launcher.Main";

  private final Bed bed = Bed.shared();

  /** Where the ranks are, by slot. */
  enum Hosts {
    /** All messages go over UCX. */
    ALONE("node[1-4]", 4, 1),
    /** Ranks of one host share memory, others send over UCX. */
    PAIRS("node[1-3]", 3, 2);

    private final String names;
    private final int count;
    private final int ranksOfEach;

    Hosts(String names, int count, int ranksOfEach) {
      this.names = names;
      this.count = count;
      this.ranksOfEach = ranksOfEach;
    }

    int ranks() {
      return count * ranksOfEach;
    }

    String last() {
      return "node" + count;
    }
  }

  private BedProcess start(Hosts hosts, List<String> options, String... program)
      throws InterruptedException {
    String places = hosts.names + ":" + hosts.ranksOfEach;
    List<String> words = new ArrayList<>(List.of("run", "--host", places));
    words.addAll(options);
    words.addAll(List.of("-cp", Programs.OWN, BedProgram.class.getName()));
    words.addAll(List.of(program));
    BedProcess launcher = bed.starling(words.toArray(String[]::new));
    launcher.awaitOutput("under way", hosts.ranks(), START);
    return launcher;
  }

  private void kill(String host, String word) {
    List<ProcessHandle> found = bed.processes(host, word);
    assertThat(found).as(bed.jvms()).isNotEmpty();
    found.forEach(ProcessHandle::destroyForcibly);
  }

  private void killOneRank(String host) {
    bed.processes(host, RANK).getFirst().destroyForcibly();
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

  @ParameterizedTest
  @EnumSource
  void a_killed_rank_ends_the_job_with_its_status(Hosts hosts) throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "rounds", "1000")) {
      long start = System.nanoTime();
      killOneRank("node3");
      Outcome outcome = launcher.await(Duration.ofSeconds(10));
      assertThat(since(start)).as("%s", outcome).isLessThan(Duration.ofSeconds(4));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(137);
      assertThat(outcome.errors())
          .containsPattern("rank " + (hosts == Hosts.ALONE ? "2 of 4" : "[45] of 6") + " on node3")
          .contains("signal KILL");
      leavesNobody(Duration.ofSeconds(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void an_abort_on_another_host_ends_a_job_that_survives_failures(Hosts hosts)
      throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of("--on-failure", "return"), "abort")) {
      Outcome outcome = launcher.await(Duration.ofSeconds(10));
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(9);
      assertThat(outcome.errors())
          .contains(
              (hosts == Hosts.ALONE ? "rank 2 of 4 on node3" : "rank 2 of 6 on node2")
                  + " called abort(9)");
      leavesNobody(Duration.ofSeconds(2));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void a_killed_agent_ends_the_job_and_its_ranks(Hosts hosts) throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "rounds", "1000")) {
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

  @ParameterizedTest
  @EnumSource
  void no_process_outlives_a_killed_launcher_on_any_host(Hosts hosts) throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "rounds", "1000")) {
      kill("node1", LAUNCHER);
      assertThat(launcher.await(Duration.ofSeconds(10)).status()).isNotZero();
      leavesNobody(Duration.ofSeconds(10));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void a_cable_that_is_out_for_three_seconds_loses_nothing(Hosts hosts)
      throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "rounds", "5")) {
      bed.cable("node3", "out");
      Thread.sleep(3000);
      bed.cable("node3", "in");
      Outcome outcome = launcher.await(Duration.ofSeconds(30));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines()).filteredOn("all sums are right"::equals).hasSize(hosts.ranks());
    } finally {
      bed.cable("node3", "in");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void nor_does_one_that_is_out_while_ranks_meet(Hosts hosts) throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "meet-late")) {
      bed.cable("node3", "out");
      Thread.sleep(3000);
      bed.cable("node3", "in");
      Outcome outcome = launcher.await(Duration.ofSeconds(40));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines()).filteredOn("all sums are right"::equals).hasSize(hosts.ranks());
    } finally {
      bed.cable("node3", "in");
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void survivors_of_a_host_that_falls_silent_hear_of_it_in_time(Hosts hosts)
      throws InterruptedException {
    survivorsGoOn(hosts, "go-on");
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void so_do_those_who_had_never_talked_to_it(Hosts hosts) throws InterruptedException {
    survivorsGoOn(hosts, "go-on-late");
  }

  private void survivorsGoOn(Hosts hosts, String program) throws InterruptedException {
    int survivors = hosts.ranks() - hosts.ranksOfEach;
    try (BedProcess launcher =
        start(hosts, List.of("--failure-timeout", "3", "--on-failure", "return"), program)) {
      bed.cable("node3", "cut");
      long start = System.nanoTime();
      launcher.awaitOutput("heard: ", survivors, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(5));
      launcher.awaitOutput("of " + survivors, survivors, Duration.ofSeconds(10));
      Outcome outcome = launcher.await(Duration.ofSeconds(15));
      assertThat(outcome.errors()).as("%s", outcome).contains("node3");
      leavesNobody(Duration.ofSeconds(10));
    } finally {
      bed.cable("node3", "in");
    }
  }

  @ParameterizedTest
  @EnumSource
  void survivors_of_a_killed_rank_go_on_without_it(Hosts hosts) throws InterruptedException {
    int survivors = hosts.ranks() - 1;
    try (BedProcess launcher = start(hosts, List.of("--on-failure", "return"), "go-on")) {
      long start = System.nanoTime();
      killOneRank("node2");
      launcher.awaitOutput("heard: ", survivors, Duration.ofSeconds(10));
      assertThat(since(start)).isLessThan(Duration.ofSeconds(2));
      Outcome outcome = launcher.await(Duration.ofSeconds(20));
      assertThat(outcome.status()).as("%s", outcome).isZero();
      for (int rank = 0; rank < survivors; rank++) {
        assertThat(outcome.lines()).contains("goes on as rank %d of %d".formatted(rank, survivors));
      }
      assertThat(outcome.errors())
          .containsPattern("rank " + (hosts == Hosts.ALONE ? "1" : "[23]"))
          .contains("node2");
    }
    leavesNobody(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void with_the_default_timeout_a_silent_host_ends_the_job(Hosts hosts)
      throws InterruptedException {
    try (BedProcess launcher = start(hosts, List.of(), "rounds", "1000")) {
      bed.cable(hosts.last(), "out");
      long start = System.nanoTime();
      Outcome outcome = launcher.await(Duration.ofSeconds(30));
      assertThat(since(start)).as("%s", outcome).isLessThan(Duration.ofSeconds(15));
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains(hosts.last());
    } finally {
      bed.cable(hosts.last(), "in");
    }
    leavesNobody(Duration.ofSeconds(15));
  }
}
