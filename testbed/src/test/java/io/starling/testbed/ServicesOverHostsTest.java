package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs that bring a store of objects to each of their hosts. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ServicesOverHostsTest {

  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration END = Duration.ofSeconds(15);
  private static final String PROGRAM = "io.starling.launcher.TestProgram";
  private static final String STORE = "io.starling.launcher.TestStore";
  private static final String AGENT = "io.starling.launcher.agent.AgentMain";
  private static final String LAUNCHER = "io.starling.launcher.Main";

  private final Bed bed = Bed.shared();

  /** After each kind of end. */
  @AfterEach
  void nothing_is_left_on_any_host() throws InterruptedException {
    long deadline = System.nanoTime() + END.toNanos();
    while (!left().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(left()).isEmpty();
  }

  private List<String> left() {
    return Stream.of("node1", "node2", "node3", "node4")
        .flatMap(
            host ->
                Stream.concat(
                    bed.processes(host, STORE).stream().map(store -> host + " " + store),
                    bed.temporaryFiles(host).stream()
                        .filter(file -> file.startsWith("starling-objects-"))))
        .toList();
  }

  private static List<String> run(String... words) {
    List<String> all = new ArrayList<>(List.of("run", "--objects", "2M"));
    all.addAll(List.of(words));
    return Programs.starlingWithStores(all);
  }

  /** Starts a rank on each of three hosts, and returns when all have seen their stores. */
  private BedProcess start(String... words) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("--host", "node[1-3]:1"));
    all.addAll(List.of(words));
    BedProcess launcher = bed.start("node1", run(all.toArray(String[]::new)));
    launcher.awaitOutput("memory=2097152", 3, START);
    return launcher;
  }

  private void kill(String host, String word) {
    List<ProcessHandle> found = bed.processes(host, word);
    assertThat(found).as(bed.jvms()).isNotEmpty();
    found.forEach(ProcessHandle::destroyForcibly);
  }

  /** What the store of each rank's host was told. */
  private static Map<Integer, Map<String, String>> stores(Outcome outcome) {
    Map<Integer, Map<String, String>> stores = new HashMap<>();
    for (String line : outcome.lines()) {
      Map<String, String> settings = new HashMap<>();
      String[] words = line.split(" ", -1);
      for (int i = 1; i < words.length; i++) {
        int equals = words[i].indexOf('=');
        settings.put(words[i].substring(0, equals), words[i].substring(equals + 1));
      }
      stores.put(Integer.valueOf(words[0]), settings);
    }
    return stores;
  }

  private void everyHostWithRanksHasAStore(List<String> command) throws InterruptedException {
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(START);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      Map<Integer, Map<String, String>> stores = stores(outcome);
      assertThat(stores).as("%s", outcome).containsOnlyKeys(0, 1, 2);
      Map<String, String> first = stores.get(0);
      assertThat(first).doesNotContainKey("contact").containsEntry("silence", "10000");
      assertThat(first.get("address")).doesNotStartWith("127");
      assertThat(stores.values().stream().map(it -> it.get("address")).distinct()).hasSize(3);
      assertThat(stores.values().stream().map(it -> it.get("secret")).distinct())
          .singleElement()
          .asString()
          .startsWith("whole");
      for (int rank = 1; rank < 3; rank++) {
        assertThat(stores.get(rank).get("contact")).startsWith(first.get("address") + ":");
      }
    }
  }

  @Test
  void each_host_with_ranks_has_one_that_knows_the_first() throws InterruptedException {
    everyHostWithRanksHasAStore(run("--host", "node[1-4]:1", "-n", "3", PROGRAM, "store"));
  }

  @Test
  @Tag("slow")
  void so_it_has_in_an_allocation_of_Slurm() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    List<String> command =
        new ArrayList<>(List.of("salloc", "-Q", "-w", "node[1-3]", "--ntasks-per-node=1"));
    command.addAll(run("-n", "3", PROGRAM, "store"));
    everyHostWithRanksHasAStore(command);
  }

  @Test
  void one_that_fails_on_another_host_is_reported_and_no_rank_starts() throws InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("env", "JAVA_TOOL_OPTIONS=-Dtest.store=fail-if-not-the-first"));
    command.addAll(run("--host", "node[1-2]:1", PROGRAM, "store"));
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(START);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(2);
      assertThat(outcome.lines()).isEmpty();
      assertThat(outcome.errors())
          .contains("an error of the store\n")
          .contains("starling: the store of objects on node2 cannot start: there is no memory\n");
    }
  }

  @Test
  void a_store_that_dies_on_another_host_ends_the_job() throws InterruptedException {
    try (BedProcess launcher = start(PROGRAM, "store-and-wait")) {
      kill("node2", STORE);
      Outcome outcome = launcher.await(END);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(137);
      assertThat(outcome.errors())
          .contains(
              "starling: the store of objects on node2 died of signal 9 (KILL); what only it had"
                  + " is lost; Starling ends the ranks\n");
    }
  }

  @Test
  @Tag("slow")
  void a_job_that_survives_failures_goes_on_without_it() throws InterruptedException {
    try (BedProcess launcher = start("--on-failure", "return", PROGRAM, "sleep-beside-store")) {
      kill("node3", STORE);
      Outcome outcome = launcher.await(END);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.errors())
          .contains("the store of objects on node3 died of signal 9 (KILL); what only it had");
    }
  }

  @Test
  @Tag("slow")
  void a_rank_that_dies_leaves_the_stores_to_the_others() throws InterruptedException {
    try (BedProcess launcher = start("--on-failure", "return", PROGRAM, "store-and-fail")) {
      Outcome outcome = launcher.await(END);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.errors())
          .contains("rank 1 was ended by signal KILL (status 137) on node2")
          .doesNotContain("the store of objects");
    }
  }

  @Test
  void no_store_outlives_a_killed_launcher() throws InterruptedException {
    try (BedProcess launcher = start(PROGRAM, "store-and-wait")) {
      kill("node1", LAUNCHER);
      assertThat(launcher.await(END).status()).isNotZero();
    }
  }

  @Test
  @Tag("slow")
  void no_store_outlives_a_killed_agent() throws InterruptedException {
    try (BedProcess launcher = start(PROGRAM, "store-and-wait")) {
      kill("node2", AGENT);
      Outcome outcome = launcher.await(END);
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("lost node2");
    }
  }

  @Test
  @Tag("slow")
  void a_signal_ends_all_ranks_and_all_stores() throws InterruptedException {
    try (BedProcess launcher = start(PROGRAM, "store-and-wait")) {
      bed.processes("node1", LAUNCHER).forEach(ProcessHandle::destroy);
      Outcome outcome = launcher.await(END);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(143);
      assertThat(outcome.lines())
          .filteredOn(line -> line.endsWith("ends, store is there: true"))
          .hasSize(3);
      assertThat(left()).isEmpty();
      assertThat(outcome.errors()).doesNotContain("the store of objects");
    }
  }

  @Test
  @Tag("slow")
  void a_store_of_a_host_that_is_cut_off_ends_too() throws InterruptedException {
    try (BedProcess launcher = start("--failure-timeout", "3", PROGRAM, "store-and-wait")) {
      bed.cable("node3", "cut");
      Outcome outcome = launcher.await(Duration.ofSeconds(30));
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("lost node3");
      nothing_is_left_on_any_host();
    } finally {
      bed.cable("node3", "in");
    }
  }
}
