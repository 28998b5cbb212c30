package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.PlacementPolicy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of all algorithms once more, by real processes under the launcher. The program is
 * {@code ContractProgram} among the tests of module {@code collectives}.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ContractOverProcessesTest {

  private static final Path PROGRAM = Path.of("../collectives/target/test-classes");

  /** Such as that a worker of UCX is called by its thread alone. */
  private static final List<String> ASSERTIONS = List.of("-ea:io.starling...");

  private record Outcome(int status, String output, String errors) {}

  private Duration patience = Duration.ofSeconds(100);

  @BeforeEach
  void wait_longer_for_many_ranks(TestInfo test) {
    if (test.getTags().contains("exhaustive")) {
      patience = Duration.ofMinutes(10);
    }
  }

  private Outcome run(int ranks, String mode, UnaryOperator<JobSpecification.Builder> options)
      throws InterruptedException {
    assertThat(PROGRAM.resolve("io/starling/collectives/communicator/ContractProgram.class"))
        .as("compiled tests of module collectives; build with -am")
        .matches(Files::isRegularFile);
    LaunchedProgram program =
        new LaunchedProgram(
            "io.starling.collectives.communicator.ContractProgram",
            List.of(mode),
            PROGRAM.toAbsolutePath().toString());
    var builder =
        JobSpecification.builder(ranks, program)
            .timeout(patience)
            .archiveClasses(false)
            .jvmArguments(ASSERTIONS);
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(options.apply(builder).build(), output, errors).run();
    return new Outcome(
        status, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
  }

  private void holds(int ranks, UnaryOperator<JobSpecification.Builder> options)
      throws InterruptedException {
    Outcome outcome = run(ranks, "contract", options);
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.output().lines())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ranks)
                .mapToObj("rank %%d of %d holds the contract".formatted(ranks)::formatted)
                .toList());
  }

  @ParameterizedTest
  @CsvSource({"auto, 1", "shared, 2", "ucx, 1", "ucx, 2"})
  void every_algorithm_gives_the_result(String transport, int ranks) throws InterruptedException {
    holds(ranks, options -> options.environment("STARLING_TRANSPORT", transport));
  }

  @ParameterizedTest
  @Tag("exhaustive")
  @CsvSource({"auto, 3", "shared, 5", "ucx, 3"})
  void and_so_it_does_for_more_ranks(String transport, int ranks) throws InterruptedException {
    holds(ranks, options -> options.environment("STARLING_TRANSPORT", transport));
  }

  @Test
  @Tag("exhaustive")
  void every_algorithm_gives_the_result_without_jucx() throws InterruptedException {
    holds(
        2,
        options ->
            options
                .environment("STARLING_TRANSPORT", "ucx")
                .environment("STARLING_UCX_SETUP", "foreign"));
  }

  @Test
  void ranks_that_share_memory_load_nothing_of_ucx() throws InterruptedException {
    Outcome outcome = run(2, "libraries", options -> options);
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    assertThat(outcome.output()).contains("libc").doesNotContain("libuc");
    assertThat(run(2, "libraries", options -> options.environment("STARLING_TRANSPORT", "ucx")))
        .extracting(Outcome::output)
        .asString()
        .contains("libucp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "", "Shared", "ucx,shared"})
  void a_transport_that_does_not_exist_is_refused_before_anything_is_started(String transport) {
    assertThatThrownBy(
            () ->
                run(2, "contract", options -> options.environment("STARLING_TRANSPORT", transport)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--transport " + transport + ": ")
        .hasMessageContaining("auto, shared and ucx");
  }

  @Test
  @Tag("exhaustive")
  void every_algorithm_gives_the_result_on_ranks_of_several_nodes_and_packages()
      throws InterruptedException {
    holds(5, options -> options.placement(on("node:2 package:2 core:1 pu:1")));
    holds(5, options -> options.placement(on("node:3 package:1 core:2 pu:1")));
  }

  private static PlacementRequest on(String topology) {
    return new PlacementRequest(
        Optional.of(topology), PlacementPolicy.NONE.mapBy(MapBy.NODE), Optional.empty());
  }

  @Test
  void a_tree_for_the_job_leaves_alone_what_must_be_in_order() throws InterruptedException {
    Outcome outcome = run(3, "in-order", options -> options.environment("STARLING_TREE", "chain"));
    assertThat(outcome.status()).as(outcome.errors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node=binom",
        "shelf=chain",
        "node",
        "node=topology",
        "topology",
        "",
        "node=flat,node=chain",
        "node=flat;barrier=dissemination"
      })
  void a_tree_that_does_not_exist_is_refused_before_anything_is_started(String tree) {
    assertThatThrownBy(
            () -> run(2, "contract", options -> options.environment("STARLING_TREE", tree)))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("--tree " + tree + ": ");
  }

  @Test
  @Tag("exhaustive")
  void every_algorithm_gives_the_result_under_the_check() throws InterruptedException {
    holds(3, options -> options.environment("STARLING_CHECK", "1"));
  }

  @Test
  void ranks_that_disagree_end_the_job_and_are_told_what_the_other_one_called()
      throws InterruptedException {
    Outcome outcome = run(2, "disagree", options -> options.environment("STARLING_CHECK", "1"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors())
        .contains("broadcast(1 x INT32, root 0)", "broadcast(2 x INT32, root 0)");
  }

  @Test
  void a_rank_that_fails_amid_collectives_ends_the_job() throws InterruptedException {
    Outcome outcome = run(3, "fail", options -> options);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors())
        .contains("java.lang.IllegalStateException: deliberate")
        .containsPattern("rank 2 of 3 .* exited with status 1");
  }
}
