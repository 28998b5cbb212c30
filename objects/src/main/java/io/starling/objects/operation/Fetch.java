package io.starling.objects.operation;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Departure;
import io.starling.objects.protocol.FromPrimary.Granted;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.View;
import io.starling.objects.transfer.Incoming;
import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings an object to this store, for all local gets of it (Hoplite, section 4.2).
 *
 * <pre>
 * LOCATING --granted, memory--> STREAMING --End--> complete
 *    | ^  ^                        |
 *    | |  '------- source lost ----'   goes on at the watermark, from another source
 *    | '--------- reserved ---------.
 *    '---- granted, no memory --> RESERVING      the grant is given back: a source does not wait
 * </pre>
 */
final class Fetch implements Incoming {

  private enum State {
    LOCATING,
    RESERVING,
    STREAMING,
    OVER
  }

  /** How long a source that could not serve is left out, while others may come. */
  private static final Duration AVOIDANCE = Duration.ofMillis(100);

  private final ObjectId id;
  private final Tools tools;
  private final Runnable whenOver;
  private final List<Get> waiting = new ArrayList<>();
  private State state = State.LOCATING;
  private Copy copy;
  private long stream;
  private Reservations.Reservation reservation;

  Fetch(ObjectId id, Tools tools, Runnable whenOver) {
    this.id = id;
    this.tools = tools;
    this.whenOver = whenOver;
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
      end(Departure.REPLACED);
      tools.requests().tell(new ToPrimary.Abandoned(id));
    }
  }

  void onGranted(Granted grant) {
    if (state == State.RESERVING) {
      tools.requests().tell(new ToPrimary.Abandoned(id));
      return;
    }
    tools.requests().close(id, ToPrimary.Locate.class);
    tools.streams().stop(stream);
    if (copy != null && (copy.size() != grant.size() || copy.type() != grant.type())) {
      tools.copies().drop(copy, Departure.REPLACED);
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
    state = State.STREAMING;
    copy.fetchFrom(grant.source());
    stream = tools.streams().fetch(grant.source(), grant.stamp(), copy, this);
  }

  /** The object is a small one. */
  void onValue(ObjectType type, byte[] value) {
    List<Get> gets = List.copyOf(waiting);
    end(Departure.REPLACED);
    gets.forEach(
        get -> {
          get.close();
          get.listener().onValue(type, value);
        });
  }

  void onDeleted() {
    fail(new ObjectDeletedException(id), Departure.DELETED);
  }

  /** A local put is the object: the gets find its copy. */
  List<Get> replace() {
    List<Get> gets = List.copyOf(waiting);
    end(Departure.REPLACED);
    return gets;
  }

  @Override
  public void onBytes(long length) {
    copy.advance(length);
  }

  @Override
  public void onRestart(long stamp) {
    copy.restart(stamp);
  }

  @Override
  public void onEnd() {
    state = State.OVER;
    copy.complete();
    tools.copies().use(copy);
    tools.requests().tell(new ToPrimary.Completed(id));
    whenOver.run();
  }

  @Override
  public void onLost() {
    int lost = copy.source();
    copy.fetchFrom(View.NO_STORE);
    locate(lost);
  }

  @Override
  public String toString() {
    return switch (state) {
      case LOCATING ->
          "waits for a source" + (copy == null ? "" : " to go on at byte " + copy.watermark());
      case RESERVING -> "waits for memory";
      case STREAMING ->
          "has %d of %d bytes from store %d"
              .formatted(copy.watermark(), copy.size(), copy.source());
      case OVER -> "is over";
    };
  }

  private void locate(int avoid) {
    state = State.LOCATING;
    ToPrimary.Locate question = new ToPrimary.Locate(id, avoid);
    tools.requests().ask(question);
    if (avoid != View.NO_STORE) {
      tools.timers().after(AVOIDANCE, () -> stopAvoiding(question));
    }
  }

  private void stopAvoiding(ToPrimary.Locate question) {
    if (tools.requests().open(id, ToPrimary.Locate.class) == question) {
      tools.requests().ask(new ToPrimary.Locate(id, View.NO_STORE));
    }
  }

  private void reserve(Granted grant) {
    state = State.RESERVING;
    tools.requests().tell(new ToPrimary.Abandoned(id));
    reservation =
        tools
            .reservations()
            .reserve(
                grant.size(),
                offset -> {
                  begin(grant.type(), grant.size(), offset);
                  locate(View.NO_STORE);
                },
                full -> fail(full, Departure.REPLACED));
  }

  private void begin(ObjectType type, long size, long offset) {
    copy = Copy.fetched(id, type, size, tools.space(), offset);
    tools.copies().add(copy);
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
    tools.streams().stop(stream);
    if (reservation != null) {
      reservation.cancel();
    }
    whenOver.run();
    if (copy != null) {
      tools.copies().drop(copy, departure);
    }
  }
}
