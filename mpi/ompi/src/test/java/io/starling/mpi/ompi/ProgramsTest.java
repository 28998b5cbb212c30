package io.starling.mpi.ompi;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mpi.MPI;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs for Open MPI's Java bindings run as jobs, and find their own results right. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ProgramsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(100);

  /** Programs that write a file get its name. */
  @TempDir private Path folder;

  private record Outcome(int status, String said) {}

  private Outcome run(String program, int ranks) throws InterruptedException {
    return run(program, ranks, "");
  }

  private Outcome run(String program, int ranks, String classPath) throws InterruptedException {
    var output = new ByteArrayOutputStream();
    List<String> arguments = List.of(folder.resolve("file").toString());
    JobSpecification job =
        JobSpecification.builder(
                ranks, new LaunchedProgram("programs." + program, arguments, classPath))
            .timeout(TIMEOUT)
            .archiveClasses(false)
            .build();
    int status = new Job(job, output, output).run();
    return new Outcome(status, output.toString(StandardCharsets.UTF_8));
  }

  private void succeeds(String program, int ranks) throws InterruptedException {
    Outcome outcome = run(program, ranks);
    assertThat(outcome.status()).as(outcome.said()).isZero();
  }

  @Test
  void errors_are_fatal_at_first() throws InterruptedException {
    Outcome outcome = run("FatalProgram", 2);
    assertThat(outcome.status()).as(outcome.said()).isEqualTo(MPI.ERR_RANK);
    assertThat(outcome.said()).contains("mpi.Comm.send: MPI_ERR_RANK: ");
  }

  @Test
  void an_abort_may_be_a_success() throws InterruptedException {
    Outcome outcome = run("AbortProgram", 2);
    assertThat(outcome.status()).as(outcome.said()).isZero();
    assertThat(outcome.said()).contains("abort(0)");
  }

  @Test
  void two_libraries_are_an_error_of_init() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other/mpi"));
    Files.createFile(other.resolve("MPI.class"));
    Outcome outcome = run("AbortProgram", 1, other.getParent().toString());
    assertThat(outcome.status()).as(outcome.said()).isEqualTo(1);
    assertThat(outcome.said()).contains("mpi.MPIException: MPI_ERR_OTHER: ", "2 libraries");
  }

  @Test
  void what_is_left_open_is_no_failure() throws InterruptedException {
    succeeds("LeavingProgram", 2);
  }

  @ParameterizedTest
  @CsvSource({
    "PointToPoint, 3",
    "Collecting, 3",
    "Folds, 3",
    "Communicators, 4",
    "Details, 2",
    "DatatypeProgram, 2",
    "OpProgram, 3",
    "GroupInfoProgram, 3",
    "Spawning, 1",
    "WindowProgram, 3",
    "FileProgram, 3",
    "ported.HeatEquation, 4",
    "ported.MasterWorker, 3",
    "ported.ParticleExchange, 2",
    "chapter.Neighbours, 4",
    "chapter.Requests, 3",
    "chapter.Refusals, 2",
    "chapter.Structs, 2",
    "chapter.Views, 2",
  })
  void a_program_finds_its_results_right(String program, int ranks) throws InterruptedException {
    succeeds(program, ranks);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "PointToPoint, 2",
    "PointToPoint, 4",
    "Collecting, 1",
    "Collecting, 5",
    "Folds, 1",
    "Folds, 4",
    "Communicators, 2",
    "OpProgram, 4",
    "WindowProgram, 2",
    "FileProgram, 2",
    "ported.HeatEquation, 6",
    "ported.SampleSort, 3",
    "ported.MatrixProduct, 4",
    "ported.MonteCarloPi, 3",
    "ported.ParallelFile, 3",
    "ported.SharedCounter, 4",
    "ported.TaskFarm, 4",
    "ported.Ring, 3",
    "ported.NBody, 3",
    "ported.ClientServer, 6",
    "ported.Overlap, 3",
    "ported.ConjugateGradient, 3",
    "ported.Transpose, 2",
    "ported.GameOfLife, 3",
    "chapter.Neighbours, 1",
    "chapter.Types, 1",
    "chapter.Windows, 3",
    "chapter.Files, 3",
    "chapter.Packing, 3",
    "chapter.Reductions, 3",
    "chapter.Worlds, 4",
    "chapter.Children, 2",
    "benchmark.Transfers, 4",
    "benchmark.WindowTimes, 3",
  })
  void and_with_other_numbers_of_ranks(String program, int ranks) throws InterruptedException {
    succeeds(program, ranks);
  }
}
