package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.placing.Vacancies;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Watches over the ranks of a job from their start to their end. */
final class Supervisor {

  /** How long ranks may do something about the failure of another before they are ended. */
  private static final Duration TO_HEAR_OF_FAILURE = Duration.ofMillis(500);

  /** How long ranks may take to report; the wait is over as soon as all have. */
  private static final Duration REPORT_PATIENCE = Duration.ofSeconds(5);

  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  /** How long the launcher's own signal may come later than the same signal of a rank. */
  private static final Duration TO_BE_SIGNALLED = Duration.ofMillis(200);

  private final JobSpecification specification;
  private final BlockingQueue<Event> events;
  private final JobStore store;
  private final JobRanks ranks;
  private final JobOutput output;
  private final RankEnds ends;
  private final LaterRanks later;
  private final Guests guests;

  Supervisor(
      JobSpecification specification,
      BlockingQueue<Event> events,
      JobStore store,
      JobRanks ranks,
      JobOutput output,
      Vacancies vacancies) {
    this.specification = specification;
    this.events = events;
    this.store = store;
    this.ranks = ranks;
    this.output = output;
    this.ends = new RankEnds(ranks.command().numbers().first(), ranks.residences().size());
    this.later = new LaterRanks(specification, vacancies, store, ranks, ends, events);
    this.guests = new Guests(specification, store, ranks, ends, output);
  }

  /** Returns the launcher's exit status when no process of the job is left. */
  int run() throws InterruptedException {
    showProgress();
    JobEnding ending = awaitEnding();
    if (ending.status() == ExitStatus.SUCCESS) {
      guests.awaitEnds(events);
    }
    output.show("ending");
    if (ending.isCause()) {
      output.tellCause(ending.causes(), ending.message());
    }
    if (ending.isFailure()) {
      follow(TO_HEAR_OF_FAILURE);
    }
    ranks.end(ending.grace());
    if (ending.status() != ExitStatus.SUCCESS) {
      follow(LAST_WORDS);
    }
    output.drain();
    if (!ending.isCause() && !ending.message().isEmpty()) {
      output.tell(ending.message());
    }
    if (ending.isFailure() && !ends.otherFailures().isEmpty()) {
      output.tell("besides, " + RankEnds.list(ends.otherFailures()));
    }
    return ending.status();
  }

  private void showProgress() {
    output.show("%d of %d ranks up".formatted(ends.running(), ends.counted()));
  }

  private JobEnding awaitEnding() throws InterruptedException {
    JobTime time = new JobTime(specification.timeout(), ends.counted(), System.nanoTime());
    while (ends.running() > 0) {
      Event event =
          time.isLimited()
              ? events.poll(
                  time.nanosToWait(store.started(), System.nanoTime()), TimeUnit.NANOSECONDS)
              : events.take();
      JobEnding ending = null;
      if (event != null) {
        ending = react(event);
      } else if (time.isOver(System.nanoTime())) {
        ending = timedOut();
      }
      if (ending != null) {
        return ending;
      }
    }
    return allEnded();
  }

  private JobEnding allEnded() {
    String failures = ends.describeFailures();
    boolean survived = failures.isEmpty() || ends.hasSurvivor();
    int status = survived ? ExitStatus.SUCCESS : ends.firstFailure();
    return new JobEnding(status, failures, Duration.ZERO, List.of(), false);
  }

  /** The ending that the event brings about, or null if the job goes on. */
  private JobEnding react(Event event) throws InterruptedException {
    return switch (event) {
      case Event.RankEnded(int rank, int status) -> ended(rank, status);
      case Event.Aborted(int rank, int status) -> aborted(rank, status);
      case Event.Signalled(int number) when number == Signals.REPORT -> {
        store.requestReports(Duration.ZERO);
        yield null;
      }
      case Event.Signalled(int number) -> JobEnding.signalled(number);
      case Event.OutputBroken _ ->
          new JobEnding(
              ExitStatus.BROKEN_PIPE, "", JobEnding.GRACE_AFTER_FAILURE, List.of(), false);
      case Event.SpawnAsked asked -> {
        later.asked(asked);
        showProgress();
        yield null;
      }
      case Event.SlotsAwaited(String name) -> {
        later.stopWaiting(name);
        yield null;
      }
      case Event.CameUp(int first) -> {
        later.cameUp(first);
        yield null;
      }
      case Event.NotStarted refused -> {
        later.notStarted(refused);
        yield null;
      }
      case Event.GuestTold told -> {
        guests.told(told);
        yield null;
      }
      case Event.GuestLost(int host, String reason) -> {
        guests.lost(host, reason);
        yield null;
      }
      case Event.JoinedJobLost(String reason) ->
          JobEnding.cause(
              ExitStatus.INTERNAL_ERROR,
              "the job that this one has joined has ended (%s); Starling ends the ranks"
                  .formatted(reason),
              List.of());
      case Event.HostReady _, Event.Probed _, Event.ServiceReady _, Event.ServiceFailed _ -> null;
      case Event.ServiceEnded(int host, int status) -> serviceEnded(host, status);
      case Event.HostFailed(int host, String reason) ->
          JobEnding.cause(ExitStatus.USAGE, hostOf(host) + ": " + reason, List.of());
      case Event.HostLost(int host, String reason) -> lost(host, reason);
    };
  }

  private String hostOf(int host) {
    return ranks.residences().name(host);
  }

  private JobEnding ended(int rank, int status) throws InterruptedException {
    if (!ends.note(rank, status)) {
      return null;
    }
    showProgress();
    boolean isSettled = later.ended(rank, status);
    later.tryAgain();
    if (isSettled) {
      return null;
    }
    if (status == ExitStatus.SUCCESS) {
      // No news for those who leave together with it, but for those who still wait for it.
      store.failed(rank, "has ended with status 0");
      return null;
    }
    if (status == ExitStatus.PEER_FAILED && !specification.failures().survives()) {
      JobEnding cause = awaitCause();
      if (cause != null) {
        return cause;
      }
      if (ends.firstSuccess().isPresent()) {
        return leftEarly(ends.firstSuccess().getAsInt());
      }
    }
    if (Signals.isEnd(status - ExitStatus.SIGNAL_BASE)) {
      JobEnding signal = awaitSignal();
      if (signal != null) {
        return signal;
      }
    }
    return failed(
        rank, status, ExitStatus.describe(status) + " on " + ranks.residences().host(rank));
  }

  /** A rank may hear from its network of another's failure before the launcher does. */
  private JobEnding awaitCause() throws InterruptedException {
    long deadline = System.nanoTime() + TO_HEAR_OF_FAILURE.toNanos();
    JobEnding cause = null;
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

  /** A terminal sends its signals to ranks and launcher alike, and ranks may be the faster ones. */
  private JobEnding awaitSignal() throws InterruptedException {
    long deadline = System.nanoTime() + TO_BE_SIGNALLED.toNanos();
    List<Event> others = new ArrayList<>();
    try {
      while (true) {
        Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (event == null) {
          return null;
        }
        if (event instanceof Event.Signalled(int number) && number != Signals.REPORT) {
          return JobEnding.signalled(number);
        }
        others.add(event);
      }
    } finally {
      events.addAll(others);
    }
  }

  /** A rank has ended as if all were well, and others have found that they still needed it. */
  private JobEnding leftEarly(int rank) {
    String message =
        "rank %d of %d on %s %s; Starling ends the job with status %d"
            .formatted(
                rank,
                ends.size(),
                ranks.residences().host(rank),
                RankEnds.LEFT,
                ExitStatus.LEFT_EARLY);
    ends.noteFailure(rank, RankEnds.LEFT);
    return JobEnding.cause(ExitStatus.LEFT_EARLY, message, List.of(rank));
  }

  private JobEnding noteOnly(int rank, int status) {
    ends.note(rank, status);
    return null;
  }

  /** All others hear of it; whether the job ends is the user's choice. */
  private JobEnding failed(int rank, int status, String reason) {
    store.failed(rank, reason);
    output.failed(rank);
    ends.noteFailure(rank, reason);
    if (specification.failures().survives()) {
      return null;
    }
    String message =
        "rank %d of %d on %s %s%s"
            .formatted(
                rank,
                ends.size(),
                ranks.residences().host(rank),
                ExitStatus.describe(status),
                ends.endOfOthers(status));
    // Where it is not known why a peer was lost, what the rank says of it comes first.
    boolean isCause = status != ExitStatus.PEER_FAILED;
    return new JobEnding(status, message, JobEnding.GRACE_AFTER_FAILURE, List.of(rank), isCause);
  }

  private JobEnding lost(int host, String reason) {
    later.lost(host);
    List<Integer> gone =
        ranks.residences().on(host).stream()
            .filter(rank -> ends.note(rank, ExitStatus.INTERNAL_ERROR))
            .toList();
    String name = hostOf(host);
    for (int rank : gone) {
      if (later.ended(rank, ExitStatus.INTERNAL_ERROR)) {
        continue;
      }
      output.failed(rank);
      store.failed(rank, "was on " + name + ", which is lost: " + reason);
      ends.noteFailure(rank, "was on " + name + ", which is lost: " + reason);
    }
    if (gone.isEmpty() || specification.failures().survives()) {
      return null;
    }
    String message =
        "lost %s: %s; with it %s failed%s"
            .formatted(
                name,
                reason,
                gone.size() == 1 ? "rank " + gone.getFirst() : "ranks " + gone,
                ends.endOfOthers(ExitStatus.INTERNAL_ERROR));
    return JobEnding.cause(ExitStatus.INTERNAL_ERROR, message, gone);
  }

  /** The ranks of its host may not be able to go on; whether the job tries is the user's choice. */
  private JobEnding serviceEnded(int host, int status) {
    String message = specification.service().orElseThrow().loss(hostOf(host), status);
    if (specification.failures().survives()) {
      output.tell(message);
      return null;
    }
    int failure = status == ExitStatus.SUCCESS ? ExitStatus.INTERNAL_ERROR : status;
    return JobEnding.cause(failure, message + "; Starling ends the ranks", List.of());
  }

  /** A call of a rank ends the job, whatever the user has chosen for failures. */
  private JobEnding aborted(int rank, int status) {
    output.failed(rank);
    String message =
        "rank %d of %d on %s called abort(%d); Starling ends all ranks"
            .formatted(rank, ends.size(), ranks.residences().host(rank), status);
    return new JobEnding(status, message, Duration.ZERO, List.of(), true);
  }

  private JobEnding timedOut() throws InterruptedException {
    Set<Integer> reported = store.requestReports(REPORT_PATIENCE);
    output.dropConsequences();
    Duration limit = specification.timeout().orElseThrow();
    return JobEnding.timedOut(limit, reported.size(), ends.counted());
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
            ranks.residences().on(host).forEach(rank -> ends.note(rank, ExitStatus.KILLED));
        default -> {
          // The job ends already.
        }
      }
    }
  }
}
