package io.starling.bench.tune;

import io.starling.bench.micro.MessageMemoryKind;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.placing.PlacementRequest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The measurements on one number of ranks.
 *
 * @param ranks how many there are
 * @param nanos how long it may take
 * @param memory where messages lie
 */
record TuneJob(
    int ranks,
    long nanos,
    List<String> collectives,
    List<Long> sizes,
    MessageMemoryKind memory,
    PlacementRequest placement) {

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Returns the job's exit status; what was measured goes to {@code lines}. */
  int run(TuneLines lines) throws InterruptedException {
    List<String> arguments =
        List.of(
            Long.toString(System.currentTimeMillis() + (nanos - endNanos()) / NANOS_PER_MILLI),
            String.join(",", collectives),
            sizes.stream().map(String::valueOf).collect(Collectors.joining(",")),
            memory.label());
    var specification =
        JobSpecification.builder(ranks, LaunchedProgram.ofClass(TuneRank.class, arguments))
            .placement(placement)
            .build();
    return new Job(specification, lines, new FileOutputStream(FileDescriptor.err)).run();
  }

  /** About what the ranks' JVMs take to end. */
  private long endNanos() {
    return Math.min(nanos / 4, NANOS_PER_SECOND / 2 + ranks * NANOS_PER_SECOND / 20);
  }
}
