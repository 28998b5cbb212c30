package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that {@code starling run} starts over ssh. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobOverHostsTest {

  /** Below the limit of a test, so that what the job said and what its threads do is seen. */
  private static final Duration PATIENCE = Duration.ofSeconds(100);

  /** The same where tests are slow. */
  private static final Duration LONG_PATIENCE = Duration.ofMinutes(10);

  private final Bed bed = Bed.shared();

  private Outcome run(String... arguments) throws InterruptedException {
    return run(PATIENCE, arguments);
  }

  private Outcome run(Duration patience, String... arguments) throws InterruptedException {
    String[] all = Stream.concat(Stream.of("run"), Stream.of(arguments)).toArray(String[]::new);
    try (BedProcess launcher = bed.starling(all)) {
      return launcher.await(patience);
    }
  }

  @Test
  void ranks_on_four_hosts_say_hello() throws InterruptedException {
    Outcome outcome =
        run("--host", "node[1-4]:2", "-cp", Programs.OWN, BedProgram.class.getName(), "hello");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 8)
                .mapToObj(rank -> "rank %d of 8 on node%d".formatted(rank, 1 + rank / 2))
                .toList());
  }

  /** Each of these costs every rank 10 to 50 ms of processor time, and none needs it to join. */
  @Test
  void ranks_join_without_loading_what_makes_their_start_slow() throws InterruptedException {
    Outcome outcome =
        run(
            "--host",
            "node[1-2]:1",
            "--jvm-arg=-Xlog:class+load",
            "-cp",
            Programs.OWN,
            BedProgram.class.getName(),
            "hello");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.output())
        .contains(" io.starling.runtime.transport.ucx.UcxPort ")
        .doesNotContain(" java.util.logging.LogManager ")
        .doesNotContain(" java.io.ObjectInputFilter$Config ")
        .doesNotContain(" io.starling.collectives.selection.RuleReader$$TypeSwitch");
  }

  private void holdsTheContract(Duration patience, String hosts, String mode, int ranks)
      throws InterruptedException {
    Outcome outcome =
        run(
            patience,
            "--host",
            hosts,
            "-cp",
            Programs.COLLECTIVES,
            "io.starling.collectives.communicator.ContractProgram",
            mode);
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ranks)
                .mapToObj(rank -> "rank %d of %d holds the contract".formatted(rank, ranks))
                .toList());
  }

  @Test
  void every_algorithm_gives_the_result_between_hosts() throws InterruptedException {
    holdsTheContract(PATIENCE, "node[1-2]:1", "brief", 2);
  }

  @Test
  @Tag("slow")
  void every_algorithm_gives_the_result_within_hosts_and_between_them()
      throws InterruptedException {
    holdsTheContract(LONG_PATIENCE, "node[1-2]:2", "contract", 4);
  }

  /** With neighbours in memory and without, and with more of them than other ranks. */
  @Test
  @Tag("slow")
  void every_algorithm_gives_the_result_on_hosts_of_one_two_and_four_ranks()
      throws InterruptedException {
    holdsTheContract(LONG_PATIENCE, "node1:1,node2:2,node3:4", "brief", 7);
  }

  @Test
  @Tag("slow")
  void shortest_paths_are_right_on_four_hosts() throws InterruptedException {
    Outcome outcome =
        run(
            "--host",
            "node[1-4]:1",
            "io.starling.examples.AllPairsShortestPaths",
            "examples/graphs/us-states.gr",
            "--verify");
    assertThat(outcome.status()).as("%s", outcome).isZero();
  }

  @Test
  @Tag("slow")
  void a_hostfile_says_where_ranks_go() throws InterruptedException {
    Outcome outcome =
        run(
            "--hostfile",
            Programs.OWN + "/hostfile",
            "-cp",
            Programs.OWN,
            BedProgram.class.getName(),
            "hello");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .containsExactlyInAnyOrder(
            "rank 0 of 3 on node2", "rank 1 of 3 on node2", "rank 2 of 3 on node4");
  }

  @Test
  void a_host_that_is_not_there_is_named() throws InterruptedException {
    Outcome outcome = run("--host", "node1:1,nowhere:1", "io.starling.examples.Hello");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(2);
    assertThat(outcome.errors()).contains("nowhere");
  }

  /**
   * Their JVMs, which have no AOT cache here, take more than two core-seconds each to start: 75 s
   * on two idle cores.
   */
  @Test
  @Tag("slow")
  void sixty_four_ranks_run_on_four_hosts() throws InterruptedException {
    Outcome outcome =
        run(
            LONG_PATIENCE,
            "--host",
            "node[1-4]:16",
            "--tag-output",
            "-cp",
            Programs.OWN,
            BedProgram.class.getName(),
            "hello");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .hasSize(64)
        .contains("[63@node4] rank 63 of 64 on node4", "[16@node2] rank 16 of 64 on node2");
  }
}
