package io.starling.launcher.job;

import io.starling.launcher.contact.JoinMessage.Answer;
import io.starling.launcher.contact.JoinMessage.Ask;
import io.starling.launcher.contact.JoinMessage.Ended;
import io.starling.launcher.contact.JoinMessage.Failed;
import io.starling.launcher.exit.ExitStatus;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.placing.RankGpus;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.api.SpawnOrigin;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.store.JobStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The jobs that have joined this one. Each is a world with the next numbers of this job, as spawned
 * ranks are, but its own launcher starts and ends it: here it is known only which ranks fail.
 */
final class Guests {

  /**
   * How long this job's store stays for those that have parted from its ranks a moment ago. They
   * end without it.
   */
  private static final Duration TO_END = Duration.ofSeconds(10);

  private record Guest(int first, int size) {
    String name() {
      return size == 1
          ? "the joined job of rank " + first
          : "the joined job of ranks %d to %d".formatted(first, first + size - 1);
    }
  }

  private final JobSpecification specification;
  private final JobStore store;
  private final JobRanks ranks;
  private final RankEnds ends;
  private final JobOutput output;
  private final Map<Integer, Guest> guests = new HashMap<>();
  private boolean isEnding;

  /** None so far. */
  Guests(
      JobSpecification specification,
      JobStore store,
      JobRanks ranks,
      RankEnds ends,
      JobOutput output) {
    this.specification = specification;
    this.store = store;
    this.ranks = ranks;
    this.ends = ends;
    this.output = output;
  }

  /** A launcher has sent a message. */
  void told(Event.GuestTold event) {
    Guest guest = guests.get(event.host());
    switch (event.message()) {
      case Ask ask when guest == null -> event.reply().accept(answer(event.host(), ask));
      case Failed(int rank, String reason) when guest != null && has(guest, rank) ->
          store.failed(rank, reason);
      case Ended(int status) when guest != null -> {
        guests.remove(event.host());
        if (status != ExitStatus.SUCCESS) {
          fail(guest, "its job " + ExitStatus.describe(status));
        }
        event.reply().accept(new Ended(status));
      }
      default -> lost(event.host(), "it has sent a message that is out of place");
    }
  }

  private static boolean has(Guest guest, int rank) {
    return rank >= guest.first && rank < guest.first + guest.size;
  }

  private Answer answer(int host, Ask ask) {
    int first = ranks.residences().size();
    int capacity = ranks.command().numbers().capacity();
    String refusal = refusal(ask, capacity - first);
    if (!refusal.isEmpty()) {
      return new Answer(refusal, 0, 0, Map.of());
    }
    guests.put(host, new Guest(first, ask.ranks()));
    ranks.residences().addElsewhere(ask.ranks());
    ends.add(ask.ranks());
    for (int rank = first; rank < first + ask.ranks(); rank++) {
      ends.dismiss(rank);
    }
    store.admit(first, ask.ranks());
    store.put(Spawner.ORIGIN + first, SpawnOrigin.NONE.encode());
    Map<String, String> settings = CommonSettings.of(specification);
    settings.put(RankGpus.ALL, ranks.placement().whoHasGpus());
    return new Answer("", first, capacity, settings);
  }

  private String refusal(Ask ask, int room) {
    if (isEnding) {
      return "its ranks have ended";
    }
    if (ask.ranks() < 1 || ask.ranks() > room) {
      return "it has room for %d more ranks, not for %d; start it with a larger --room"
          .formatted(room, ask.ranks());
    }
    return ask.survives() && !specification.failures().survives()
        ? "--on-failure return needs a job that was started with it too"
        : CommonSettings.difference(ask.settings(), specification);
  }

  /** The connection to a launcher has ended. */
  void lost(int host, String reason) {
    Guest guest = guests.remove(host);
    if (guest != null) {
      fail(guest, "its launcher is lost: " + reason);
    }
  }

  private void fail(Guest guest, String reason) {
    output.tell("%s: %s".formatted(guest.name(), reason));
    for (int rank = guest.first; rank < guest.first + guest.size; rank++) {
      store.failed(rank, "has joined from another job; " + reason);
    }
  }

  /** Waits a while for those that are there: the ranks of this job have ended well. */
  void awaitEnds(BlockingQueue<Event> events) throws InterruptedException {
    isEnding = true;
    long deadline = System.nanoTime() + TO_END.toNanos();
    if (!guests.isEmpty()) {
      output.show("waiting up to %d s for jobs that have joined".formatted(TO_END.toSeconds()));
    }
    while (!guests.isEmpty()) {
      switch (events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        case null -> {
          return;
        }
        case Event.Signalled(int number) when number != Signals.REPORT -> {
          return;
        }
        case Event.GuestTold told -> told(told);
        case Event.GuestLost(int host, String reason) -> lost(host, reason);
        default -> {
          // It came too late.
        }
      }
    }
  }
}
