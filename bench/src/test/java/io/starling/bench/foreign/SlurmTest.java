package io.starling.bench.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks that srun has started. {@code mvn verify} has {@code LaunchersTest} of module {@code
 * testbed} instead, where one Slurm serves all that want it.
 */
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlurmTest {

  /**
   * Three ranks over the sockets of two nodes take 35 s to 111 s for all algorithms where seven to
   * fourteen other threads want the two processors too.
   */
  private static final Duration CONTRACT_PATIENCE = Duration.ofSeconds(400);

  private SlurmBed slurm;

  @BeforeAll
  void start() throws Exception {
    slurm = SlurmBed.start();
  }

  @AfterAll
  void stop() throws Exception {
    if (slurm != null) {
      slurm.close();
    }
  }

  private static List<String> srun(String mpi, int nodes, int ranks) {
    return List.of("srun", "--mpi=" + mpi, "-N" + nodes, "-n" + ranks);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pmix", "pmi2"})
  void ranks_of_two_nodes_find_each_other(String mpi) throws Exception {
    ForeignJob.run(srun(mpi, 2, 3), slurm.environment()).showsRanks(3);
  }

  @Test
  void tasks_without_pmi_are_refused_rather_than_left_alone() throws Exception {
    var outcome = ForeignJob.run(srun("none", 1, 2), slurm.environment());
    assertThat(outcome.status()).isNotZero();
    assertThat(outcome.errors()).contains("one of 2").contains("srun --mpi=pmix");
    assertThat(outcome.output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pmix", "pmi2"})
  void a_rank_that_throws_ends_the_step(String mpi) throws Exception {
    ForeignJob.run(srun(mpi, 2, 3), slurm.environment(), "fail").showsADeliberateFailure();
  }

  @ParameterizedTest
  @ValueSource(strings = {"pmix", "pmi2"})
  void every_algorithm_gives_the_result_on_two_nodes(String mpi) throws Exception {
    List<String> program =
        ForeignJob.java("io.starling.collectives.communicator.ContractProgram", "contract");
    ForeignJob.run(srun(mpi, 2, 3), slurm.environment(), program, CONTRACT_PATIENCE)
        .showsTheContract(3);
  }

  /** The script of the documents, with the command of this test in place of an installed one. */
  @Test
  void the_batch_script_of_the_examples_runs() throws Exception {
    Path command = slurm.file("starling");
    List<String> java = ForeignJob.java("io.starling.launcher.rank.ForeignRankMain");
    Files.writeString(command, "#!/bin/sh\nshift\nexec " + String.join(" ", java) + " \"$@\"\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    Path script = Path.of("../examples/cluster/slurm.sbatch").toAbsolutePath();
    Path output = slurm.file("batch.out");
    var submitted =
        slurm.run(
            "sbatch",
            "--wait",
            "--nodes=2",
            "--ntasks-per-node=2",
            "--export=ALL,STARLING=" + command + ",PROGRAM=" + ForeignProgram.class.getName(),
            "--output=" + output,
            script.toString());
    String printed = Files.exists(output) ? Files.readString(output) : "";
    assertThat(submitted.status()).as(submitted.errors() + printed).isZero();
    assertThat(printed.lines().filter(line -> line.matches("rank \\d of 4: 10, 42"))).hasSize(4);
  }
}
