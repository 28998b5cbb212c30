package io.starling.mpi.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.rank.DialectArguments;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs for MPJ Express run as jobs, and find their own results right. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ProgramsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(100);

  private static void succeeds(String program, int ranks) throws InterruptedException {
    var output = new ByteArrayOutputStream();
    JobSpecification job =
        JobSpecification.builder(ranks, new LaunchedProgram("programs." + program, List.of(), ""))
            .environment(DialectArguments.VARIABLE, "mpj")
            .timeout(TIMEOUT)
            .archiveClasses(false)
            .build();
    int status = new Job(job, output, output).run();
    assertThat(status).as(output.toString(StandardCharsets.UTF_8)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "Collective, 3",
    "Communicators, 4",
    "Environment, 2",
    "Kernels, 2",
    "Objects, 3",
    "PointToPoint, 3",
    "Topologies, 6",
    "Types, 2",
    "Halo, 4",
    "Ring, 3",
  })
  void a_program_finds_its_results_right(String program, int ranks) throws InterruptedException {
    succeeds(program, ranks);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "Collective, 2",
    "Collective, 8",
    "Communicators, 8",
    "Environment, 1",
    "Kernels, 5",
    "Objects, 2",
    "PointToPoint, 2",
    "PointToPoint, 4",
    "Threads, 2",
    "Types, 3",
    "Bodies, 3",
    "Jacobi, 4",
    "MatrixProduct, 4",
    "MonteCarloPi, 3",
    "ObjectFarm, 3",
    "SampleSort, 4",
    "Sieve, 3",
    "Transpose, 4",
    "Workers, 3",
  })
  void and_more_programs_and_numbers_of_ranks(String program, int ranks)
      throws InterruptedException {
    succeeds(program, ranks);
  }
}
