package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A job whose ranks have GPUs, real ones or the stand-in.
 *
 * @param variables what the ranks have in their environment
 * @param trace a file for what they did; empty for none
 */
record GpuJob(int ranks, Map<String, String> variables, Optional<Path> trace) {

  private static final Duration TIMEOUT = Duration.ofSeconds(110);

  /** Runs a program, which must succeed without warnings; returns what it printed. */
  List<String> run(Class<?> program, List<String> arguments) throws InterruptedException {
    JobSpecification job =
        JobSpecification.builder(ranks, LaunchedProgram.ofClass(program, arguments))
            .environment(variables)
            .trace(trace)
            .archiveClasses(false)
            .timeout(TIMEOUT)
            .build();
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(job, output, errors).run();
    String complaints = errors.toString(StandardCharsets.UTF_8);
    assertThat(status).as(complaints).isZero();
    assertThat(complaints).doesNotContain("WARNING: ", "{0}");
    return output.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Runs {@link GpuContractProgram}; each rank must come through. */
  void runContract(long seed, String what, String... more) throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(what, Long.toString(seed)));
    arguments.addAll(List.of(more));
    assertThat(run(GpuContractProgram.class, arguments))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ranks)
                .mapToObj("rank %%d of %d is through".formatted(ranks)::formatted)
                .toList());
  }
}
