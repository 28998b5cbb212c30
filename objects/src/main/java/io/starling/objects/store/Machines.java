package io.starling.objects.store;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import io.starling.objects.copy.Region;
import io.starling.objects.copy.Space;
import io.starling.objects.directory.Directory;
import io.starling.objects.directory.Outbox;
import io.starling.objects.directory.ReduceDesk;
import io.starling.objects.operation.Fetches;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.Questions;
import io.starling.objects.operation.Requests;
import io.starling.objects.operation.Reservations;
import io.starling.objects.operation.Stamps;
import io.starling.objects.operation.Timers;
import io.starling.objects.operation.Tools;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Holdings;
import io.starling.objects.protocol.MembershipMessage;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.ReduceMessage;
import io.starling.objects.protocol.SurveyMessage;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.Transfer;
import io.starling.objects.protocol.View;
import io.starling.objects.reduce.Reductions;
import io.starling.objects.transfer.LinkEstimate;
import io.starling.objects.transfer.Network;
import io.starling.objects.transfer.Streams;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The machines of a store, wired: what each says goes to the one that it concerns, here or at other
 * stores.
 */
final class Machines {

  /** For so long at least a deletion or a result is remembered, and for twice of it at most. */
  private static final Duration LATE_MESSAGES = Duration.ofSeconds(60);

  private static final int GATHERING_HOPS = 4;
  private static final double GATHERING_SHARE = 1.0 / 128;

  final Space space;
  final CopyTable copies = new CopyTable();
  final Requests requests;
  final Reservations reservations;
  final Streams streams;
  final Directory directory;
  final Fetches fetches;
  final Puts puts;
  final Questions questions;
  final Reductions reductions;
  final Surveys surveys;
  final Outage outage = new Outage();
  private final Answers answers;

  /**
   * @param timers runs actions as events of the store
   * @param later runs an action after the event that is under way
   * @param view the view that the store is in
   */
  Machines(
      int self,
      StoreOptions options,
      Region region,
      Network network,
      Timers timers,
      Outbox outbox,
      Consumer<Runnable> later,
      Supplier<View> view) {
    space = new Space(options.memory(), region);
    requests = new Requests(outbox);
    reservations =
        new Reservations(
            space,
            copies,
            requests,
            timers,
            options.patience(),
            () -> Occupants.of(copies, accumulators(), space.isRefused()));
    streams = new Streams(outbox, network::ready, this::sourceOf, this::isAwaited);
    directory =
        new Directory(
            self,
            outbox,
            InstantSource.system(),
            expire -> timers.after(LATE_MESSAGES, expire),
            (gathered, bytes) -> timers.after(gathering(bytes, network.links()), gathered));
    Tools tools =
        new Tools(requests, streams, reservations, copies, space, new Stamps(self), timers);
    fetches = new Fetches(tools, later);
    puts = new Puts(tools);
    questions = new Questions(requests);
    answers = new Answers(puts, fetches, questions, reservations, copies);
    ReduceDesk desk = directory.reduces();
    reductions =
        new Reductions(self, tools, fetches, puts, questions, desk, outbox, view, network::links);
    desk.use(reductions);
    surveys = new Surveys(self, this, outbox, timers, view);
  }

  /** Gets that come within this time are served together: a first byte hardly comes sooner. */
  private static Duration gathering(long bytes, LinkEstimate links) {
    double transfer = bytes / links.bytesPerNanosecond();
    return Duration.ofNanos((long) (GATHERING_HOPS * links.latency() + GATHERING_SHARE * transfer));
  }

  private List<Copy> accumulators() {
    return reductions.accumulators();
  }

  /** The store is in the next view now. */
  void enter(View last, View next) {
    if (last != null) {
      last.members().stream()
          .filter(member -> !next.contains(member.slot()))
          .forEach(member -> streams.onLost(member.slot()));
    }
    directory.enter(next, copies.all().stream().map(Copy::holding).toList());
    requests.enter(next);
    reductions.enter();
  }

  void take(int from, Message message) {
    switch (message) {
      case ToPrimary question -> directory.onQuestion(from, question);
      case FromPrimary answer -> answers.take(answer);
      case RecordMessage record -> directory.onRecord(from, record);
      case Holdings holdings -> directory.onHoldings(from, holdings);
      case Transfer transfer -> streams.onMessage(from, transfer);
      case ReduceMessage reduce -> reductions.onMessage(from, reduce);
      case SurveyMessage survey -> surveys.onMessage(from, survey);
      case MembershipMessage membership ->
          throw new IllegalArgumentException("not for a store: " + membership);
    }
  }

  private boolean isAwaited(ObjectId id) {
    return fetches.isLocating(id);
  }

  private Copy sourceOf(Transfer.Fetch fetch) {
    Copy proposed = puts.proposed(fetch.id());
    boolean granted = proposed != null && proposed.put() == fetch.granted();
    if (granted) {
      return proposed;
    }
    Copy accumulator = reductions.accumulator(fetch.id());
    return accumulator != null ? accumulator : copies.of(fetch.id());
  }
}
