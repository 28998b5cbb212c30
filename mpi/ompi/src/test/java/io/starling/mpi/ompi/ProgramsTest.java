package io.starling.mpi.ompi;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs for Open MPI's Java bindings run as jobs, and find their own results right. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ProgramsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(100);

  /** Programs that write a file get its name. */
  @TempDir private Path folder;

  private void succeeds(String program, int ranks) throws InterruptedException {
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    JobSpecification job =
        JobSpecification.builder(
                ranks, new LaunchedProgram(program, List.of(folder.resolve("file").toString()), ""))
            .timeout(TIMEOUT)
            .archiveClasses(false)
            .build();
    int status = new Job(job, output, errors).run();
    assertThat(status)
        .as(
            "%s%n%s",
            output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8))
        .isZero();
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
    "WindowProgram, 3",
    "FileProgram, 3",
  })
  void a_program_finds_its_results_right(String program, int ranks) throws InterruptedException {
    succeeds("programs." + program, ranks);
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
  })
  void and_with_other_numbers_of_ranks(String program, int ranks) throws InterruptedException {
    succeeds("programs." + program, ranks);
  }
}
