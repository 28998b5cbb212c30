package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AbortsTest {

  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private int run(String how, boolean survives) throws InterruptedException {
    var job =
        JobSpecification.builder(2, LaunchedProgram.ofClass(Aborts.class, List.of(how)))
            .timeout(Duration.ofSeconds(60))
            .archiveClasses(false)
            .failures(new FailurePolicy(survives, Duration.ofSeconds(10)))
            .build();
    return new Job(job, output, errors).run();
  }

  /** 75 is also what a rank ends with that has lost another one. */
  @ParameterizedTest
  @CsvSource({"7, 7, false", "7, 7, true", "0, 0, false", "75, 75, false", "256, 1, false"})
  void an_abort_ends_all_ranks_whatever_is_done_about_failures(
      int status, int passed, boolean survives) throws InterruptedException {
    int ended = run(Integer.toString(status), survives);
    String told = errors.toString(StandardCharsets.UTF_8);
    assertThat(ended).as(told).isEqualTo(passed);
    assertThat(output.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(told.lines())
        .singleElement()
        .asString()
        .startsWith("starling: rank 1 of 2 on ")
        .endsWith(" called abort(" + passed + "); Starling ends all ranks");
  }
}
