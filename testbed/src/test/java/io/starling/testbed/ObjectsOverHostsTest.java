package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects on several hosts, whose stores die, fall silent and are parted. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectsOverHostsTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int SILENCE = 3;

  /**
   * A call of a store without a quorum fails after one more silence. Until then others start
   * programs, put and read.
   */
  private static final int LONG_SILENCE = 10;

  private static final String AGENT = "io.starling.launcher.agent.AgentMain";
  private static final String STORE = "io.starling.objects.command.JobStore";

  private final Bed bed = Bed.shared();
  private List<String> before;

  @BeforeEach
  void look() {
    before = filesLeft();
  }

  private BedProcess job(String hosts, int rounds, String... options) {
    List<String> words = new ArrayList<>(List.of("run", "--objects", "64M", "--host", hosts));
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", Programs.OWN, BedObjects.class.getName(), "job", "" + rounds));
    return bed.starling(words.toArray(String[]::new));
  }

  private void kill(String host, String word) {
    List<ProcessHandle> found = bed.processes(host, word);
    assertThat(found).as(bed.jvms()).isNotEmpty();
    found.forEach(ProcessHandle::destroyForcibly);
  }

  /** No store, no socket and no file of a store is left. */
  private void leavesNothing() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    List<String> left = left();
    while (!left.isEmpty()) {
      assertThat(System.nanoTime()).as("%s", left).isLessThan(end);
      Thread.sleep(50);
      left = left();
    }
  }

  private List<String> left() {
    List<String> left = filesLeft();
    left.removeAll(before);
    for (int i = 1; i <= Bed.HOSTS; i++) {
      String host = "node" + i;
      bed.processes(host, STORE).forEach(store -> left.add(host + " " + store));
    }
    return left;
  }

  private List<String> filesLeft() {
    List<String> left = new ArrayList<>();
    for (int i = 1; i <= Bed.HOSTS; i++) {
      String host = "node" + i;
      bed.temporaryFiles(host).stream()
          .filter(file -> file.startsWith("starling-objects-"))
          .forEach(file -> left.add(host + " " + file));
    }
    return left;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void the_ranks_of_a_job_share_objects(int hosts) throws InterruptedException {
    try (BedProcess launcher = job("node[1-%d]:1".formatted(hosts), 2)) {
      Outcome outcome = launcher.await(LONG);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines()).filteredOn("all objects are right"::equals).hasSize(hosts);
    }
    leavesNothing();
  }

  @Test
  void a_killed_store_ends_a_job_and_leaves_nothing() throws InterruptedException {
    try (BedProcess launcher = job("node[1-3]:1", 1_000_000)) {
      launcher.awaitOutput("under way", 3, LONG);
      kill("node2", STORE);
      Outcome outcome = launcher.await(LONG);
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("the store of objects on node2 died of signal 9");
    }
    leavesNothing();
  }

  @Test
  @Tag("slow")
  void a_killed_agent_ends_the_store_of_its_host() throws InterruptedException {
    try (BedProcess launcher = job("node[1-3]:1", 1_000_000)) {
      launcher.awaitOutput("under way", 3, LONG);
      kill("node2", AGENT);
      Outcome outcome = launcher.await(LONG);
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("node2");
    }
    leavesNothing();
  }

  @Test
  @Tag("slow")
  void a_broadcast_of_64_MB_survives_a_store_in_its_middle() throws InterruptedException {
    broadcast(2);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {3, 4})
  void so_it_does_whichever_it_is(int victim) throws InterruptedException {
    broadcast(victim);
  }

  private void broadcast(int victim) throws InterruptedException {
    try (BedStores stores = new BedStores(bed, "broadcast" + victim, 4, SILENCE)) {
      stores.program(1, "put", "object", 0).awaitOutput("half", 1, LONG);
      List<BedProcess> readers = new ArrayList<>();
      for (int host = 2; host <= 4; host++) {
        readers.add(stores.program(host, "read", "object", 0));
      }
      for (BedProcess reader : readers) {
        reader.awaitOutput("reads", 1, LONG);
      }
      stores.kill(victim);
      readers.get(victim - 2).awaitOutput("ended: StoreLostException", 1, LONG);
      stores.go();
      for (int host = 2; host <= 4; host++) {
        if (host != victim) {
          readers.get(host - 2).awaitOutput("right", 1, LONG);
        }
      }
    }
  }

  /** Each is the root's, an inner one's or the directory's in some of the runs. */
  @ParameterizedTest
  @Tag("slow")
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void a_reduce_survives_the_death_of_any_store_or_fails_by_name(int run)
      throws InterruptedException {
    int victim = 2 + run % 3;
    try (BedStores stores = new BedStores(bed, "reduce" + run, 4, SILENCE)) {
      List<BedProcess> sources = new ArrayList<>();
      for (int host = 1; host <= 4; host++) {
        sources.add(stores.program(host, "put", "source", host - 1));
      }
      BedProcess reduce = stores.program(1, "reduce", "source", run);
      for (BedProcess source : sources) {
        source.awaitOutput("half", 1, LONG);
      }
      reduce.awaitOutput("asked", 1, LONG);
      stores.kill(victim);
      stores.go();
      reduce.awaitOutput("right with", 1, LONG);
    }
  }

  @Test
  @Tag("slow")
  void a_cable_that_is_out_for_less_than_the_silence_loses_nothing() throws InterruptedException {
    try (BedStores stores = new BedStores(bed, "short", 4, 2 * SILENCE)) {
      stores.program(1, "put", "object", 0).awaitOutput("half", 1, LONG);
      BedProcess near = stores.program(2, "read", "object", 0);
      BedProcess far = stores.program(3, "read", "object", 0);
      far.awaitOutput("reads", 1, LONG);
      bed.cable("node3", "out");
      stores.go();
      TimeUnit.SECONDS.sleep(2);
      bed.cable("node3", "in");
      near.awaitOutput("right", 1, LONG);
      far.awaitOutput("right", 1, LONG);
      assertThat(stores.store(3).isAlive()).isTrue();
    } finally {
      bed.cable("node3", "in");
    }
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(strings = {"out", "cut"})
  void a_host_that_vanishes_for_longer_is_left_behind_and_hears_so(String how)
      throws InterruptedException {
    try (BedStores stores = new BedStores(bed, how, 4, LONG_SILENCE)) {
      stores.program(1, "put", "object", 0).awaitOutput("half", 1, LONG);
      BedProcess near = stores.program(2, "read", "object", 0);
      BedProcess far = stores.program(4, "read", "object", 0);
      far.awaitOutput("reads", 1, LONG);
      bed.cable("node4", how);
      stores.go();
      near.awaitOutput("right", 1, LONG);
      stores.store(4).awaitError("no quorum: store 3 reaches", LONG);
      assertThat(far.isAlive()).isTrue();
      bed.cable("node4", "in");
      Outcome outcome = stores.store(4).await(LONG);
      assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
      assertThat(outcome.errors()).containsPattern("without store 3|store 3 was taken for dead");
      far.awaitOutput("ended: StoreLostException", 1, LONG);
    } finally {
      bed.cable("node4", "in");
    }
  }

  /** Of four stores the first three are keepers, so the first two decide. */
  @Test
  @Tag("slow")
  void of_two_halves_the_one_with_more_keepers_goes_on() throws InterruptedException {
    try (BedStores stores = new BedStores(bed, "halves", 4, LONG_SILENCE)) {
      BedProcess waiting = stores.program(3, "wait", "never", 0);
      waiting.awaitOutput("waits", 1, LONG);
      part("add");
      stores.store(3).awaitError("no quorum: store 2 reaches", LONG);
      stores.store(4).awaitError("no quorum: store 3 reaches", LONG);
      assertThat(waiting.isAlive()).isTrue();
      stores.go();
      stores.program(1, "put", "object", 0).awaitOutput("put: true", 1, LONG);
      stores.program(2, "read", "object", 0).awaitOutput("right", 1, LONG);
      part("del");
      for (int host = 3; host <= 4; host++) {
        Outcome outcome = stores.store(host).await(LONG);
        assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
      }
      waiting.awaitOutput("ended: StoreLostException", 1, LONG);
      assertThat(stores.store(1).isAlive()).isTrue();
    } finally {
      part("del");
    }
  }

  /** Between the first two hosts and the others. */
  private void part(String how) throws InterruptedException {
    for (int host = 1; host <= 4; host++) {
      for (int other = host <= 2 ? 3 : 1; other <= (host <= 2 ? 4 : 2); other++) {
        List<String> command = List.of("ip", "route", how, "blackhole", "10.77.0." + other);
        try (BedProcess route = bed.start("node" + host, command)) {
          route.await(LONG);
        }
      }
    }
  }
}
