package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are started by ranks of a job on this host. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SpawnOverProcessesTest {

  private static final String HAS_NO_PROGRAM = "spawn() got no program";

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private Duration patience = Duration.ofSeconds(100);

  @BeforeEach
  void wait_longer_for_many_ranks(TestInfo test) {
    if (test.getTags().contains("slow")) {
      patience = Duration.ofMinutes(10);
    }
  }

  private void run(int ranks, int status, String... arguments) throws InterruptedException {
    run(ranks, status, _ -> {}, arguments);
  }

  private void run(
      int ranks, int status, Consumer<JobSpecification.Builder> options, String... arguments)
      throws InterruptedException {
    var program = LaunchedProgram.ofClass(SpawningProgram.class, List.of(arguments));
    var job = JobSpecification.builder(ranks, program).timeout(patience).archiveClasses(false);
    options.accept(job);
    assertThat(new Job(job.build(), output, errors).run())
        .as(() -> lines() + " " + errors.toString(StandardCharsets.UTF_8))
        .isEqualTo(status);
  }

  private List<String> lines() {
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void spawned_ranks_talk_to_their_parents(int children) throws InterruptedException {
    run(2, 0, "children", Integer.toString(children));
    assertThat(lines())
        .containsExactlyInAnyOrder("rank 0 has met " + children, "rank 1 has met " + children);
  }

  @Tag("slow")
  @Test
  void five_ranks_are_spawned_by_three() throws InterruptedException {
    run(3, 0, "children", "5");
    assertThat(lines())
        .containsExactlyInAnyOrder("rank 0 has met 5", "rank 1 has met 5", "rank 2 has met 5");
  }

  @Test
  void an_interrupted_thread_reaches_spawned_ranks_for_the_first_time()
      throws InterruptedException {
    run(4, 0, "interrupted");
    assertThat(lines()).containsExactly("rank 3 has sent");
  }

  @Test
  void ranks_find_a_port_by_its_name_and_connect() throws InterruptedException {
    run(2, 0, "names");
    assertThat(lines())
        .containsExactlyInAnyOrder("rank 0 is connected to 2", "rank 1 is connected to 2");
  }

  @Test
  void a_rank_alone_spawns_two_programs_as_one_world() throws InterruptedException {
    run(1, 0, "programs");
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "rank 0 has met 3",
            "child 0 of 3, first",
            "child 1 of 3, second",
            "child 2 of 3, second");
  }

  @Tag("slow")
  @Test
  void a_spawned_rank_spawns() throws InterruptedException {
    run(2, 0, "grandchildren");
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "grandchildren: group of 2 processes: 3 to 4",
            "child 0 of 2, null",
            "child 1 of 2, null",
            "rank 0 knows 3",
            "rank 1 knows 3");
  }

  @Tag("slow")
  @Test
  void communicators_spawn_at_the_same_time() throws InterruptedException {
    run(2, 0, "parts");
    assertThat(lines()).containsExactlyInAnyOrder("rank 0 is done", "rank 1 is done");
  }

  @Tag("slow")
  @Test
  void a_command_joins_as_a_spawned_rank() throws InterruptedException {
    run(2, 0, "command");
    assertThat(lines()).containsExactlyInAnyOrder("rank 0 has met 1", "rank 1 has met 1");
  }

  @Tag("slow")
  @Test
  void all_ranks_hear_why_nothing_is_started_and_go_on() throws InterruptedException {
    run(2, 0, "wrong");
    for (String rank : List.of("rank 0 ", "rank 1 ")) {
      List<String> told = lines().stream().filter(line -> line.startsWith(rank)).toList();
      assertThat(told).as("%s", told).hasSize(8);
      assertThat(told.get(0)).contains("there is no main class 'no.such.Program'");
      assertThat(told.get(1)).contains("a rank can't be started", "/no/such/command");
      assertThat(told.get(2)).contains("nowhere is no host of this job, which has ");
      assertThat(told.get(3))
          .contains("the job has no room for 1000 more: it can have 66", "larger --room");
      assertThat(told.get(4)).contains("exited with status 1 before all had joined");
      assertThat(told.get(5)).contains("exited with status 0 before all had joined");
      assertThat(told.get(6)).contains(HAS_NO_PROGRAM);
      assertThat(told.get(7)).isEqualTo(rank + "has met 1");
    }
    assertThat(errors.toString(StandardCharsets.UTF_8)).contains("deliberate");
  }

  @Test
  void parents_survive_a_spawned_rank_that_dies() throws InterruptedException {
    run(2, 0, job -> job.failures(new FailurePolicy(true, FailurePolicy.SILENCE)), "death");
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "rank 0 has lost [1]", "rank 1 has lost [1]", "rank 0 goes on", "rank 1 goes on");
  }

  @Test
  void a_spawned_rank_that_dies_ends_the_job_otherwise() throws InterruptedException {
    run(2, 9, "death");
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("rank 3 of 4 on ", " exited with status 9; Starling ends the other ranks");
  }

  @Tag("slow")
  @Test
  void ranks_spawn_again_until_the_numbers_run_out() throws InterruptedException {
    run(1, 0, job -> job.environment(ProcessNumbers.ROOM, "41"), "again", "21");
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("rank 0 did so 20 times: rank 0, spawn(): the job has no room for 2 more")
        .contains("it can have 42 ranks in all, 41 were started");
  }

  @Test
  void a_parent_that_ends_first_waits_for_its_children() throws InterruptedException {
    run(2, 0, "early");
    assertThat(lines())
        .containsExactlyInAnyOrder(
            "rank 0 has closed", "rank 1 has closed", "child 0 has received");
  }

  @Test
  void a_job_without_room_refuses() throws InterruptedException {
    run(1, 1, job -> job.environment(ProcessNumbers.ROOM, "0"), "children", "1");
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("the launcher of this job can't start ranks while it runs", "--room 0");
  }
}
