package io.starling.launcher;

import io.starling.runtime.bootstrap.StoreServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Watches over the ranks of a job from their start to their end. */
final class Supervisor {

  /** How long ranks may do something about the failure of another before they are ended. */
  private static final Duration TO_HEAR_OF_FAILURE = Duration.ofMillis(500);

  private static final Duration GRACE_AFTER_FAILURE = Duration.ofMillis(500);
  private static final Duration GRACE_AFTER_SIGNAL = Duration.ofSeconds(1);
  private static final Duration REPORT_PATIENCE = Duration.ofSeconds(1);
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /**
   * Why a job ends, and how.
   *
   * @param failure whether ranks have failed, which the others hear of
   */
  private record Ending(int status, String message, Duration grace, boolean failure) {}

  private final JobSpecification specification;
  private final BlockingQueue<Event> events;
  private final StoreServer store;
  private final JobRanks ranks;
  private final JobOutput output;
  private final RankEnds ends;

  Supervisor(
      JobSpecification specification,
      BlockingQueue<Event> events,
      StoreServer store,
      JobRanks ranks,
      JobOutput output) {
    this.specification = specification;
    this.events = events;
    this.store = store;
    this.ranks = ranks;
    this.output = output;
    this.ends = new RankEnds(ranks.size());
  }

  /** Returns the launcher's exit status when no process of the job is left. */
  int run() throws InterruptedException {
    showProgress();
    Ending ending = awaitEnding();
    output.show("ending");
    int others = ends.running();
    if (ending.failure()) {
      follow(TO_HEAR_OF_FAILURE);
    }
    ranks.end(ending.grace());
    if (ending.status() != ExitStatus.SUCCESS) {
      follow(LAST_WORDS);
    }
    output.drain();
    if (!ending.message().isEmpty()) {
      output.tell(ending.message() + others(ending, others));
    }
    return ending.status();
  }

  private void showProgress() {
    output.show("%d of %d ranks up".formatted(ends.running(), ranks.size()));
  }

  private Ending awaitEnding() throws InterruptedException {
    long start = System.nanoTime();
    Optional<Duration> timeout = specification.timeout();
    while (ends.running() > 0) {
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
    return allEnded();
  }

  private Ending allEnded() {
    String failures = ends.describeFailures();
    boolean survived = failures.isEmpty() || ends.hasSurvivor();
    int status = survived ? ExitStatus.SUCCESS : ends.firstFailure();
    return new Ending(status, failures, Duration.ZERO, false);
  }

  /** The ending that the event brings about, or null if the job goes on. */
  private Ending react(Event event) throws InterruptedException {
    return switch (event) {
      case Event.RankEnded(int rank, int status) -> ended(rank, status);
      case Event.Signalled(int number) when number == Signals.REPORT -> {
        store.requestReports(Duration.ZERO);
        yield null;
      }
      case Event.Signalled(int number) -> signalled(number);
      case Event.OutputBroken _ -> end(ExitStatus.BROKEN_PIPE, "");
      case Event.HostReady _ -> null;
      case Event.HostFailed(int host, String reason) ->
          end(ExitStatus.USAGE, hostOf(host) + ": " + reason);
      case Event.HostLost(int host, String reason) -> lost(host, reason);
    };
  }

  private static Ending end(int status, String message) {
    return new Ending(status, message, GRACE_AFTER_FAILURE, false);
  }

  private String hostOf(int host) {
    List<Integer> there = ranks.on(host);
    return there.isEmpty() ? "host " + host : ranks.host(there.getFirst());
  }

  private Ending ended(int rank, int status) throws InterruptedException {
    if (!ends.note(rank, status)) {
      return null;
    }
    showProgress();
    if (status == ExitStatus.SUCCESS) {
      // No news for those who leave together with it, but for those who still wait for it.
      store.failed(rank, "has ended with status 0 and without leaving the job");
      return null;
    }
    if (status == ExitStatus.PEER_FAILED && !specification.failures().survives()) {
      Ending cause = awaitCause();
      if (cause != null) {
        return cause;
      }
    }
    return failed(rank, status, ExitStatus.describe(status) + " on " + ranks.host(rank));
  }

  /** A rank may hear from its network of another's failure before the launcher does. */
  private Ending awaitCause() throws InterruptedException {
    long deadline = System.nanoTime() + TO_HEAR_OF_FAILURE.toNanos();
    Ending cause = null;
    while (cause == null && ends.running() > 0) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        return null;
      }
      cause =
          event instanceof Event.RankEnded(int rank, int status) && status == ExitStatus.PEER_FAILED
              ? noteOnly(rank, status)
              : react(event);
    }
    return cause;
  }

  private Ending noteOnly(int rank, int status) {
    ends.note(rank, status);
    return null;
  }

  /** All others hear of it; whether the job ends is the user's choice. */
  private Ending failed(int rank, int status, String reason) {
    store.failed(rank, reason);
    output.failed(rank);
    ends.noteFailure(rank, reason);
    String message =
        "rank %d of %d on %s %s"
            .formatted(rank, ranks.size(), ranks.host(rank), ExitStatus.describe(status));
    return specification.failures().survives()
        ? null
        : new Ending(status, message, GRACE_AFTER_FAILURE, true);
  }

  private Ending lost(int host, String reason) {
    List<Integer> gone =
        ranks.on(host).stream().filter(rank -> ends.note(rank, ExitStatus.INTERNAL_ERROR)).toList();
    String name = hostOf(host);
    for (int rank : gone) {
      output.failed(rank);
      store.failed(rank, "was on " + name + ", which is lost: " + reason);
      ends.noteFailure(rank, "was on " + name + ", which is lost: " + reason);
    }
    if (gone.isEmpty() || specification.failures().survives()) {
      return null;
    }
    String message =
        "lost %s: %s; with it %s failed"
            .formatted(
                name, reason, gone.size() == 1 ? "rank " + gone.getFirst() : "ranks " + gone);
    return new Ending(ExitStatus.INTERNAL_ERROR, message, GRACE_AFTER_FAILURE, true);
  }

  private static Ending signalled(int number) {
    int status = ExitStatus.SIGNAL_BASE + number;
    String message = "the launcher " + ExitStatus.describe(status);
    return new Ending(status, message, GRACE_AFTER_SIGNAL, false);
  }

  private Ending timedOut() throws InterruptedException {
    Set<Integer> reported = store.requestReports(REPORT_PATIENCE);
    return end(
        ExitStatus.TIMEOUT,
        "the job has not ended within %s s (--timeout); %d of %d ranks reported above"
            .formatted(
                seconds(specification.timeout().orElseThrow()), reported.size(), ranks.size()));
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? Long.toString(duration.toSeconds())
        : Double.toString(duration.toMillis() / 1000.0);
  }

  /** Notes how ranks end, until all have or so much time has passed. */
  private void follow(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (ends.running() > 0) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        return;
      }
      switch (event) {
        case Event.RankEnded(int rank, int status) -> ends.note(rank, status);
        case Event.HostLost(int host, String _) ->
            ranks.on(host).forEach(rank -> ends.note(rank, ExitStatus.KILLED));
        default -> {
          // The job ends already.
        }
      }
    }
  }

  private String others(Ending ending, int others) {
    boolean none = others == 0 || (others == 1 && !ending.failure());
    if (ending.status() == ExitStatus.SUCCESS || ending.status() == ExitStatus.TIMEOUT || none) {
      return "";
    }
    int failures = ends.countOwnFailures() - ends.countToldOf();
    String more =
        failures <= 0
            ? ""
            : " (%d more %s failed)".formatted(failures, failures == 1 ? "rank" : "ranks");
    return "; the other ranks were ended" + more;
  }
}
