package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.collectives.tree.Placed;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.layout.LayoutExchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes, one of which is killed in the middle of a stream of collectives and messages. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KilledProcessTest {

  private static final int SIZE = 3;
  private static final String ALL_BUT_ONE = "101";
  private static final int VICTIM = 1;
  private static final int[] SURVIVORS = {0, 2};

  /** On which hosts the ranks are; UCX takes namespaces of their own for hosts of their own. */
  enum Hosts {
    /** All on this one. */
    ONE("package:1 core:8 pu:2"),
    /** Each on one of its own. */
    EACH("package:1 core:8 pu:2"),
    /** The last rank on one of its own: the victim shares memory with one rank only. */
    MIXED("node:2 package:1 core:2 pu:1");

    private final String machines;

    Hosts(String machines) {
      this.machines = machines;
    }

    /** Whether a rank is not on this host. */
    boolean isAway(int rank) {
      return this == EACH || (this == MIXED && rank == SIZE - 1);
    }

    RankEnvironment environment(int rank, Path job) {
      return switch (this) {
        case ONE -> new RankEnvironment(rank, SIZE, rank, SIZE, true, job);
        case EACH -> new RankEnvironment(rank, SIZE, 0, 1, true, job);
        case MIXED ->
            isAway(rank)
                ? new RankEnvironment(rank, SIZE, 0, 1, true, job)
                : new RankEnvironment(rank, SIZE, rank, SIZE - 1, true, job);
      };
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"shared, ONE", "ucx, ONE", "ucx, EACH", "auto, MIXED"})
  void survivors_hear_of_it_and_go_on(String transport, Hosts hosts)
      throws IOException, InterruptedException {
    killOne(transport, hosts, SurvivorProgram.class.getName());
  }

  /** It is a target of the others, who are in an epoch of accesses to it. */
  @ParameterizedTest
  @CsvSource({
    "shared, ONE, lock",
    "shared, ONE, post",
    "ucx, ONE, lock",
    "ucx, ONE, post",
    "ucx, EACH, lock",
    "ucx, EACH, post",
    "auto, MIXED, lock",
    "auto, MIXED, post"
  })
  void survivors_of_a_window_hear_of_it_and_make_another_one(
      String transport, Hosts hosts, String epochs) throws IOException, InterruptedException {
    killOne(transport, hosts, WindowSurvivorProgram.class.getName(), epochs);
  }

  private void killOne(String transport, Hosts hosts, String... program)
      throws IOException, InterruptedException {
    try (Job job = new Job()) {
      job.begin(transport, hosts, program);
      job.kill();
      job.tellOfKilled();
      for (int rank : SURVIVORS) {
        awaitLine(job.outputs.get(rank), "survived with " + ALL_BUT_ONE);
        assertThat(job.ranks.get(rank).waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(job.ranks.get(rank).exitValue()).isZero();
      }
    }
  }

  /**
   * The first message that needs memory of the peer which was not mapped before, or an answer from
   * another host. A shorter one ends in memory that all ranks of a host have mapped at the start.
   */
  @ParameterizedTest
  @CsvSource({"ucx, ONE, 400", "ucx, ONE, 100000", "auto, MIXED, 10000000"})
  void a_rank_that_was_killed_before_the_first_longer_message_to_it_has_failed(
      String transport, Hosts hosts, String length) throws IOException, InterruptedException {
    try (Job job = new Job()) {
      job.begin(transport, hosts, LastWordsProgram.class.getName(), length);
      job.kill();
      for (int rank : SURVIVORS) {
        job.ranks.get(rank).outputWriter().append('\n').flush();
        awaitLine(job.outputs.get(rank), "posted");
      }
      job.tellOfKilled();
      for (int rank : SURVIVORS) {
        assertThat(job.outputs.get(rank).lines().filter(line -> !line.contains("UCX")))
            .singleElement()
            .asString()
            .startsWith("RankFailedException: ")
            .contains("rank 1 was ended by signal KILL");
      }
    }
  }

  /** Ranks, one of them to be killed. */
  private final class Job implements AutoCloseable {
    final List<Process> ranks = new ArrayList<>();
    final List<BufferedReader> outputs = new ArrayList<>();
    private final StoreServer store;

    Job() throws IOException {
      store = StoreServer.open(SIZE);
    }

    /** Starts the ranks and waits until all are ready. */
    void begin(String transport, Hosts hosts, String... program)
        throws IOException, InterruptedException {
      assumeTrue(hosts == Hosts.ONE || canUnshare(), "IPC namespaces need root");
      store.surviveFailures();
      Placed placed = Placed.on(hosts.machines, SIZE, Placed.Mapping.BY_SLOT);
      LayoutExchange.publish(placed.survey(), node -> "here", store::put);
      Path file = folder.resolve("job");
      store.jobFile().write(file);
      for (int rank = 0; rank < SIZE; rank++) {
        var environment = hosts.environment(rank, file);
        ranks.add(start(environment, transport, hosts.isAway(rank), program));
        outputs.add(ranks.getLast().inputReader());
      }
      for (BufferedReader output : outputs) {
        awaitLine(output, "ready");
      }
    }

    void kill() throws InterruptedException {
      ranks.get(VICTIM).destroyForcibly().waitFor();
    }

    void tellOfKilled() {
      store.failed(VICTIM, "was ended by signal KILL");
    }

    @Override
    public void close() throws IOException {
      ranks.forEach(Process::destroyForcibly);
      store.close();
    }
  }

  private static boolean canUnshare() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "--ipc", "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Process start(
      RankEnvironment rank, String transport, boolean ownHost, String... program)
      throws IOException {
    List<String> command = new ArrayList<>(ownHost ? List.of("unshare", "--ipc") : List.of());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(List.of(program));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(rank.toVariables());
    builder.environment().put(Transport.VARIABLE, transport);
    return builder.start();
  }

  private static void awaitLine(BufferedReader output, String expected) throws IOException {
    StringBuilder before = new StringBuilder();
    String line = output.readLine();
    while (line != null && !line.equals(expected)) {
      before.append(line).append('\n');
      line = output.readLine();
    }
    assertThat(line).as("after:%n%s", before).isEqualTo(expected);
  }
}
