package io.starling.bench.soak;

import io.starling.bench.report.ProgressBar;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.job.FailurePolicy;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The jobs of a transport, one after the other: a new one where too few ranks are left. */
final class Soaking {

  private static final int TIMEOUT = 124;
  private static final int KILLED = 137;
  private static final FailurePolicy SURVIVE = new FailurePolicy(true, Duration.ofSeconds(10));

  private final SoakOptions options;
  private final String transport;
  private final Findings findings;
  private final PrintStream errors;
  private final ProgressBar progress;
  private long start;
  private final CompletableFuture<Integer> interruption = new CompletableFuture<>();

  Soaking(SoakOptions options, String transport, PrintStream errors, ProgressBar progress) {
    this.options = options;
    this.transport = transport;
    this.errors = errors;
    this.progress = progress;
    findings = new Findings(errors);
  }

  Findings findings() {
    return findings;
  }

  /**
   * Walks until the time is over.
   *
   * @return the status of the last job
   */
  int run() throws IOException, InterruptedException {
    SoakFolder folder = SoakFolder.make(options, errors, interruption);
    start = System.nanoTime();
    try {
      long step = options.from();
      int status;
      do {
        status = job(folder.path(), options.orders(step, left()));
        boolean allDied = options.failures() && status == KILLED;
        if (status == 0 || allDied) {
          findings.settle(options.ranks());
          // Those who would die again in the same step go on behind it.
          step = Math.max(step, findings.farthest()) + (allDied ? 1 : 0);
          status = 0;
        }
      } while (goesOn(status, step));
      if (status == 0) {
        findings.requireSteps(options.from());
      }
      return status;
    } finally {
      progress.clear();
      folder.remove();
    }
  }

  private boolean goesOn(int status, long step) {
    boolean isSound = status == 0 && findings.wrong().isEmpty() && findings.hanging().isEmpty();
    SoakPlan next = options.orders(step, left());
    return options.failures() && isSound && next.millis() > 0 && next.steps() > 0;
  }

  /** A signal ends it, also between two jobs. */
  void interrupt(int number) {
    if (number != Signals.REPORT) {
      interruption.complete(number);
    }
  }

  boolean isInterrupted() {
    return interruption.isDone();
  }

  private Duration left() {
    return options.time().minusNanos(System.nanoTime() - start);
  }

  private int job(Path folder, SoakPlan orders) throws InterruptedException {
    LaunchedProgram program = LaunchedProgram.ofClass(SoakRank.class, orders.arguments());
    JobSpecification.Builder job =
        JobSpecification.builder(options.ranks(), program)
            .jvmArguments(options.jvmArguments(folder))
            .environment("STARLING_TERMINAL", "0")
            .environment("STARLING_TRANSPORT", transport)
            .environment("TMPDIR", folder.toString())
            .environment(options.threads())
            .hosts(options.hosts())
            .timeout(Duration.ofMillis(orders.millis()).plus(options.stall()).plusSeconds(60));
    if (options.failures()) {
      job.failures(SURVIVE);
    }
    CompletableFuture<Integer> ending = findings.begin();
    var _ = interruption.thenAccept(ending::complete);
    CompletableFuture<?> shown = CompletableFuture.runAsync(() -> show(ending));
    try {
      return new Job(job.build(), findings, errors).run(ending);
    } finally {
      ending.complete(TIMEOUT);
      shown.join();
    }
  }

  /** A line on a terminal, twice a second. */
  private void show(CompletableFuture<Integer> ending) {
    CompletableFuture<Void> wait = new CompletableFuture<>();
    while (!ending.isDone()) {
      double part = 1 - (double) left().toMillis() / options.time().toMillis();
      progress.show(
          Math.clamp(part, 0, 1),
          "%s, step %d, %d killed".formatted(transport, findings.farthest(), findings.kills()));
      wait = wait.newIncompleteFuture();
      wait.completeOnTimeout(null, 500, TimeUnit.MILLISECONDS);
      CompletableFuture.anyOf(wait, ending).join();
    }
  }
}
