package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.testbed.BedProcess.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same unchanged program, whoever starts it. */
@OnBed
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LaunchersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern HELLO = Pattern.compile("rank \\d of \\d on node\\d");

  private final Bed bed = Bed.shared();

  /** Slurm is asked for the hosts by name: those of the test before may still be busy. */
  private void saysHello(List<String> command, int ranks, int hosts) throws InterruptedException {
    try (BedProcess launcher = bed.start("node1", command)) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isZero();
      int each = ranks / hosts;
      // mpirun lets lines of several ranks run into each other.
      List<String> hellos =
          HELLO.matcher(outcome.output()).results().map(MatchResult::group).toList();
      assertThat(hellos)
          .as("%s", outcome)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, ranks)
                  .mapToObj(
                      rank -> "rank %d of %d on node%d".formatted(rank, ranks, 1 + rank / each))
                  .toList());
    }
  }

  private static List<String> with(List<String> launcher, List<String> program) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(program);
    return command;
  }

  private static List<String> hello() {
    return Programs.java(BedProgram.class.getName(), "hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pmi2", "pmix"})
  void srun(String kind) throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    saysHello(
        with(List.of("srun", "--mpi=" + kind, "-w", "node[1-2]", "--ntasks-per-node=2"), hello()),
        4,
        2);
  }

  @Test
  void srun_where_the_cluster_has_PMIx_by_default() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    saysHello(with(List.of("srun", "-w", "node[1-2]", "--ntasks-per-node=2"), hello()), 4, 2);
  }

  @Test
  void srun_without_PMI_is_refused() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    List<String> srun = List.of("srun", "--mpi=none", "-N", "2", "-n", "2");
    try (BedProcess launcher = bed.start("node1", with(srun, hello()))) {
      Outcome outcome = launcher.await(PATIENCE);
      assertThat(outcome.status()).as("%s", outcome).isNotZero();
      assertThat(outcome.errors()).contains("one of 2", "srun --mpi=pmix");
      assertThat(outcome.output()).isEmpty();
    }
  }

  @Test
  void starling_in_an_allocation_of_Slurm() throws InterruptedException {
    assumeTrue(bed.hasSlurm(), "no Slurm here");
    List<String> run =
        Programs.starling(
            List.of("run", "-n", "4", "-cp", Programs.OWN, BedProgram.class.getName(), "hello"));
    saysHello(with(List.of("salloc", "-Q", "-w", "node[1-2]", "--ntasks-per-node=2"), run), 4, 2);
  }

  @Test
  void mpirun_of_Open_MPI() throws InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpirun.openmpi")), "no Open MPI here");
    List<String> mpirun =
        List.of("mpirun.openmpi", "--allow-run-as-root", "--host", "node1:2,node2:2", "-n", "4");
    saysHello(with(mpirun, hello()), 4, 2);
  }
}
