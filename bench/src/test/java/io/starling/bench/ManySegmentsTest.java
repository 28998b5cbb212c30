package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ManySegmentsTest {

  private static final int RANKS = 3;

  /** UCX maps 4 MiB for each rank at first, in each rank. */
  private static final long MOST_BYTES = 2 * RANKS * (4 << 20) + (8 << 20);

  /** All 20,000 would take 160 MiB, as each takes 8 KiB there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "allreduce=ring,segment=100,send-window=3",
        "reduce=blocking,segment=100",
        "reduce=waitall,segment=100",
        "broadcast=waitall,segment=100"
      })
  void a_rank_holds_few_segments_that_came_too_early(String algorithm) throws InterruptedException {
    var job =
        JobSpecification.builder(
                RANKS, LaunchedProgram.ofClass(ManySegments.class, List.of(algorithm)))
            .timeout(Duration.ofSeconds(100))
            .archiveClasses(false)
            .environment("STARLING_TRANSPORT", "ucx")
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(output.toString(StandardCharsets.UTF_8).lines().map(Long::valueOf))
        .hasSize(RANKS)
        .allMatch(bytes -> bytes > 0 && bytes < MOST_BYTES);
  }
}
