package io.starling.objects.operation;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Departure;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Brings an object to this store, for all local gets of it (Hoplite, section 4.2), each half from a
 * source of its own.
 *
 * <pre>
 * FETCHING --granted, memory--> a half streams --all bytes, an End--> OVER: the copy is complete
 *    | ^  ^                        |
 *    | |  '------- source lost ----'   goes on at the watermark, from another source
 *    | '--------- reserved ---------.
 *    '---- granted, no memory --> RESERVING      the grant is given back: a source does not wait
 * </pre>
 */
final class Fetch {

  private enum State {
    FETCHING,
    RESERVING,
    OVER
  }

  /** How long a source that could not serve is left out, while others may come. */
  private static final Duration AVOIDANCE = Duration.ofMillis(20);

  /** How long halves of two contents are left to themselves. */
  private static final Duration CHECK = Duration.ofMillis(1);

  private final ObjectId id;
  private final Tools tools;
  private final Consumer<Runnable> later;
  private final Runnable whenOver;
  private final List<Get> waiting = new ArrayList<>();
  private final List<Half> halves;
  private State state = State.FETCHING;
  private Copy copy;
  private boolean checking;
  private Reservations.Reservation reservation;

  Fetch(ObjectId id, Tools tools, Consumer<Runnable> later, Runnable whenOver) {
    this.id = id;
    this.tools = tools;
    this.later = later;
    this.whenOver = whenOver;
    this.halves = Lane.HALVES.stream().map(lane -> new Half(lane, tools.streams(), this)).toList();
  }

  void start() {
    locate(View.NO_STORE);
  }

  /** A get that has no copy yet. */
  void join(Get get) {
    waiting.add(get);
  }

  /** A get was closed; a fetch for which no reader is left ends. */
  void leave(Get get) {
    waiting.remove(get);
    if (waiting.isEmpty() && (copy == null || copy.readers() == 0)) {
      end(Departure.Moved.REPLACED);
      tools.requests().tell(new ToPrimary.Abandoned(id));
    }
  }

  /** Whether no source is known yet. */
  boolean isLocating() {
    return state == State.FETCHING && copy == null;
  }

  void onGranted(Granted grant) {
    if (state == State.RESERVING) {
      tools.requests().tell(new ToPrimary.Abandoned(id));
      return;
    }
    if (copy != null && (copy.size() != grant.size() || copy.type() != grant.type())) {
      halves.forEach(Half::stop);
      tools.copies().drop(copy, Departure.Moved.REPLACED);
      copy = null;
    }
    if (copy == null) {
      long offset = tools.reservations().tryReserve(grant.size());
      if (offset < 0) {
        reserve(grant);
        return;
      }
      begin(grant.type(), grant.size(), offset);
    }
    grant.sources().forEach(source -> halves.get(source.half().ordinal()).stream(copy, source));
    locate(View.NO_STORE);
  }

  /** The object is a small one. */
  void onValue(ObjectType type, byte[] value) {
    List<Get> gets = List.copyOf(waiting);
    end(Departure.Moved.REPLACED);
    gets.forEach(
        get -> {
          get.close();
          get.listener().onValue(type, value);
        });
  }

  void onGone(StarlingException reason) {
    fail(reason, new Departure.Gone(reason));
  }

  /** A local put is the object: the gets find its copy. */
  List<Get> replace() {
    List<Get> gets = List.copyOf(waiting);
    end(Departure.Moved.REPLACED);
    return gets;
  }

  /** The source of a half is lost; the other half may have lost the same one. */
  void onLost(int source) {
    later.accept(
        () -> {
          if (state == State.FETCHING) {
            locate(source);
          }
        });
  }

  /**
   * A half has more bytes, another content or its end. One end is enough for both: it says that the
   * content is the object, and a source of the other half may wait for this copy to be complete.
   */
  void onProgress() {
    if (copy.watermark() == copy.size() && halves.stream().anyMatch(Half::isEnded)) {
      complete();
    } else if (isOutdated() && !checking) {
      checking = true;
      tools.timers().after(CHECK, this::askAgain);
    }
  }

  /** Whether a half that ended may be of a content that is the object no more. */
  private boolean isOutdated() {
    return copy != null
        && copy.stamp() == 0
        && Lane.HALVES.stream().allMatch(half -> copy.stamp(half) != 0)
        && halves.stream().anyMatch(Half::isEnded);
  }

  /** The other half may be what was outdated, and soon is not: then nothing is asked. */
  private void askAgain() {
    checking = false;
    if (state == State.FETCHING && isOutdated()) {
      halves.stream().filter(Half::isEnded).forEach(Half::stop);
      locate(View.NO_STORE);
    }
  }

  private void complete() {
    state = State.OVER;
    tools.requests().close(id, ToPrimary.Locate.class);
    halves.forEach(Half::stop);
    copy.complete();
    tools.copies().use(copy);
    tools.requests().tell(new ToPrimary.Completed(id));
    whenOver.run();
  }

  @Override
  public String toString() {
    return switch (state) {
      case FETCHING ->
          copy == null
              ? "waits for a source"
              : "has %d of %d bytes, %s".formatted(copy.watermark(), copy.size(), halves);
      case RESERVING -> "waits for memory";
      case OVER -> "is over";
    };
  }

  /** Asks for the sources that are missing, if any are. */
  private void locate(int avoid) {
    List<Half> missing = halves.stream().filter(Half::isLocating).toList();
    if (missing.isEmpty()) {
      tools.requests().close(id, ToPrimary.Locate.class);
      return;
    }
    Lane lane = missing.size() == halves.size() ? Lane.ALL : missing.getFirst().lane();
    ToPrimary.Locate question = new ToPrimary.Locate(id, lane, avoid);
    if (question.equals(tools.requests().open(id, ToPrimary.Locate.class))) {
      return;
    }
    tools.requests().ask(question);
    if (avoid != View.NO_STORE) {
      tools.timers().after(AVOIDANCE, () -> stopAvoiding(question));
    }
  }

  private void stopAvoiding(ToPrimary.Locate question) {
    if (tools.requests().open(id, ToPrimary.Locate.class) == question) {
      locate(View.NO_STORE);
    }
  }

  private void reserve(Granted grant) {
    state = State.RESERVING;
    tools.streams().onDecided(id);
    tools.requests().close(id, ToPrimary.Locate.class);
    tools.requests().tell(new ToPrimary.Abandoned(id));
    reservation =
        tools
            .reservations()
            .reserve(
                grant.size(),
                offset -> {
                  state = State.FETCHING;
                  begin(grant.type(), grant.size(), offset);
                  locate(View.NO_STORE);
                },
                full -> fail(full, Departure.Moved.REPLACED));
  }

  private void begin(ObjectType type, long size, long offset) {
    copy = Copy.fetched(id, type, size, tools.space(), offset);
    tools.copies().add(copy);
    tools.streams().onDecided(id);
    waiting.forEach(get -> get.read(copy));
    waiting.clear();
  }

  private void fail(StarlingException reason, Departure departure) {
    List<Get> gets = List.copyOf(waiting);
    end(departure);
    gets.forEach(
        get -> {
          get.close();
          get.listener().onFailed(reason);
        });
  }

  private void end(Departure departure) {
    state = State.OVER;
    waiting.clear();
    tools.requests().close(id, ToPrimary.Locate.class);
    halves.forEach(Half::stop);
    tools.streams().onDecided(id);
    if (reservation != null) {
      reservation.cancel();
    }
    whenOver.run();
    if (copy != null) {
      tools.copies().drop(copy, departure);
    }
  }
}
