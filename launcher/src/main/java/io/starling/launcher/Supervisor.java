package io.starling.launcher;

import io.starling.runtime.bootstrap.StoreServer;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Watches over the ranks of a job from their start to their end. */
final class Supervisor {

  private static final Duration GRACE_AFTER_FAILURE = Duration.ofMillis(500);
  private static final Duration GRACE_AFTER_SIGNAL = Duration.ofSeconds(1);
  private static final Duration REPORT_PATIENCE = Duration.ofSeconds(1);

  /** Why a job ends, and how. */
  private record Ending(int status, String message, Duration grace) {}

  private static final Ending SUCCESS = new Ending(ExitStatus.SUCCESS, "", Duration.ZERO);

  private final int ranks;
  private final Optional<Duration> timeout;
  private final BlockingQueue<Event> events;
  private final StoreServer store;
  private final RankProcesses processes;
  private final JobOutput output;
  private int ended;

  Supervisor(
      JobSpecification specification,
      BlockingQueue<Event> events,
      StoreServer store,
      RankProcesses processes,
      JobOutput output) {
    this.ranks = specification.ranks();
    this.timeout = specification.timeout();
    this.events = events;
    this.store = store;
    this.processes = processes;
    this.output = output;
  }

  /** Returns the launcher's exit status when no process of the job is left. */
  int run() throws InterruptedException {
    output.show("%d of %d ranks up".formatted(ranks, ranks));
    Ending ending = awaitEnding();
    output.show("ending");
    if (ending.status() == ExitStatus.SUCCESS) {
      processes.killAll();
    } else {
      processes.end(ending.grace());
    }
    output.drain();
    if (!ending.message().isEmpty()) {
      output.tell(ending.message() + others(ending));
    }
    return ending.status();
  }

  private Ending awaitEnding() throws InterruptedException {
    long start = System.nanoTime();
    while (ended < ranks) {
      Event event =
          timeout.isEmpty()
              ? events.take()
              : events.poll(
                  start + timeout.get().toNanos() - System.nanoTime(), TimeUnit.NANOSECONDS);
      Ending ending = event == null ? timedOut() : react(event);
      if (ending != null) {
        return ending;
      }
    }
    return SUCCESS;
  }

  /** The ending that the event brings about, or null if the job goes on. */
  private Ending react(Event event) throws InterruptedException {
    return switch (event) {
      case Event.RankEnded(int rank, int status) when status != ExitStatus.SUCCESS ->
          failed(rank, status);
      case Event.RankEnded _ -> {
        ended++;
        output.show("%d of %d ranks up".formatted(ranks - ended, ranks));
        yield null;
      }
      case Event.Signalled(int number) when number == Signals.REPORT -> {
        store.requestReports(Duration.ZERO);
        yield null;
      }
      case Event.Signalled(int number) -> signalled(number);
      case Event.OutputBroken _ -> new Ending(ExitStatus.BROKEN_PIPE, "", GRACE_AFTER_FAILURE);
    };
  }

  private Ending failed(int rank, int status) {
    output.failed(rank);
    String message =
        "rank %d of %d on %s %s"
            .formatted(rank, ranks, HostName.ofThisMachine(), ExitStatus.describe(status));
    return new Ending(status, message, GRACE_AFTER_FAILURE);
  }

  private static Ending signalled(int number) {
    int status = ExitStatus.SIGNAL_BASE + number;
    return new Ending(status, "the launcher " + ExitStatus.describe(status), GRACE_AFTER_SIGNAL);
  }

  private Ending timedOut() throws InterruptedException {
    Set<Integer> reported = store.requestReports(REPORT_PATIENCE);
    String message =
        "the job has not ended within %s s (--timeout); %d of %d ranks reported above"
            .formatted(seconds(timeout.orElseThrow()), reported.size(), ranks);
    return new Ending(ExitStatus.TIMEOUT, message, GRACE_AFTER_FAILURE);
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? Long.toString(duration.toSeconds())
        : Double.toString(duration.toMillis() / 1000.0);
  }

  private String others(Ending ending) {
    if (ending.status() == ExitStatus.TIMEOUT || ranks - ended == 1) {
      return "";
    }
    int failures =
        processes.countOwnFailures() - (ExitStatus.isOwnFailure(ending.status()) ? 1 : 0);
    String more =
        failures <= 0
            ? ""
            : " (%d more %s failed)".formatted(failures, failures == 1 ? "rank" : "ranks");
    return "; the other ranks were ended" + more;
  }
}
