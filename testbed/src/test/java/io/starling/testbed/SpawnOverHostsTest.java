package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.testbed.BedProcess.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks that are started later, on hosts of the job. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnOverHostsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final String PROGRAM = BedSpawner.class.getName();

  private final Bed bed = Bed.shared();

  private Outcome run(List<String> hosts, String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(hosts);
    command.addAll(List.of("-cp", Programs.OWN, PROGRAM));
    command.addAll(List.of(arguments));
    try (BedProcess launcher = bed.starling(command.toArray(String[]::new))) {
      return launcher.await(PATIENCE);
    }
  }

  @Test
  void a_rank_alone_starts_ranks_where_slots_are_free() throws InterruptedException {
    Outcome outcome = run(List.of("-n", "1", "--host", "node1:2,node2:1,node3:1"), "3");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .containsExactlyInAnyOrder(
            "parent 0 on node1",
            "child 0 on node1, 2 ranks are here",
            "child 1 on node2, 1 ranks are here",
            "child 2 on node3, 1 ranks are here",
            "child 0 on node1, 2 ranks are here",
            "child 1 on node2, 1 ranks are here",
            "child 2 on node3, 1 ranks are here");
  }

  @Test
  @Tag("slow")
  void named_hosts_are_filled_in_the_order_of_their_names() throws InterruptedException {
    Outcome outcome =
        run(List.of("-n", "2", "--host", "node1:1,node2:2,node3:2"), "3", "node3", "node2");
    assertThat(outcome.status()).as("%s", outcome).isZero();
    assertThat(outcome.lines())
        .containsExactlyInAnyOrder(
            "parent 0 on node1",
            "parent 1 on node2",
            "child 0 on node3, 2 ranks are here",
            "child 1 on node3, 2 ranks are here",
            "child 2 on node2, 2 ranks are here");
  }

  @Test
  @Tag("slow")
  void hosts_without_free_slots_take_no_more_ranks() throws InterruptedException {
    Outcome outcome = run(List.of("--host", "node1:1,node2:1"), "1", "node2");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
    assertThat(outcome.errors())
        .contains("spawn(): node2: 0 free slots are fewer than 1; --oversubscribe allows more");
  }

  @Test
  void ranks_are_started_in_an_allocation_of_Slurm() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    List<String> command =
        new ArrayList<>(List.of("salloc", "-Q", "-w", "node[1-2]", "--ntasks-per-node=2"));
    command.addAll(Programs.starling(List.of("run", "-n", "1", "-cp", Programs.OWN, PROGRAM, "3")));
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines())
          .contains("parent 0 on node1", "child 0 on node1, 2 ranks are here")
          .contains("child 1 on node2, 2 ranks are here", "child 2 on node2, 2 ranks are here");
    }
  }

  @Test
  void ranks_of_srun_are_refused() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    List<String> command =
        new ArrayList<>(List.of("srun", "--mpi=pmi2", "-w", "node[1-2]", "-n", "2"));
    command.addAll(Programs.java(PROGRAM, "1"));
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      assertThat(outcome.lines())
          .hasSize(2)
          .allMatch(line -> line.contains("can't start ranks while it runs"));
    }
  }
}
