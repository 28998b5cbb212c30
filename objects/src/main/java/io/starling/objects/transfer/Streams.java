package io.starling.objects.transfer;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.directory.Outbox;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * All streams of a store.
 *
 * <pre>
 *   reader                           source
 *   fetch   ------ Fetch ----------> Outgoing, in the queue of the reader's link
 *           <----- Restart, bytes -- next() is pulled by the network
 *   Incoming <---- End or Gone -----
 * </pre>
 */
public final class Streams {

  /** A stream that comes in. */
  private record Source(int slot, Copy copy, Lane lane, Incoming incoming) {}

  /** A reader that was told of a copy sooner than this store, which will have it. */
  private record Early(int slot, Transfer.Fetch fetch) {}

  private final Outbox outbox;
  private final IntConsumer ready;
  private final Function<Transfer.Fetch, Copy> sources;
  private final Predicate<ObjectId> awaited;
  private final Map<Long, Source> incoming = new HashMap<>();

  /** The outgoing streams of each reader; the first is the next to send. */
  private final Map<Integer, Deque<Outgoing>> outgoing = new HashMap<>();

  private final List<Early> early = new ArrayList<>();
  private long lastStream;

  /**
   * @param ready tells the network that there is something to send to a slot
   * @param sources finds the copy that a store asks for; null if there is none
   * @param awaited whether a grant for a copy of an object may be on its way
   */
  public Streams(
      Outbox outbox,
      IntConsumer ready,
      Function<Transfer.Fetch, Copy> sources,
      Predicate<ObjectId> awaited) {
    this.outbox = outbox;
    this.ready = ready;
    this.sources = sources;
    this.awaited = awaited;
  }

  /**
   * Begins to fetch what a copy lacks of a lane.
   *
   * @param granted the put whose copy the directory granted, or 0
   */
  public long fetch(int source, long granted, Copy copy, Lane lane, Incoming taker) {
    long stream = ++lastStream;
    incoming.put(stream, new Source(source, copy, lane, taker));
    outbox.send(
        source,
        new Transfer.Fetch(
            stream, copy.id(), copy.size(), lane, granted, copy.stamp(lane), copy.watermark(lane)));
    return stream;
  }

  /** Ends a stream that comes in. */
  public void stop(long stream) {
    Source source = incoming.remove(stream);
    if (source != null) {
      outbox.send(source.slot(), new Transfer.Stop(stream));
    }
  }

  public void onMessage(int from, Transfer message) {
    switch (message) {
      case Transfer.Fetch fetch -> serve(from, fetch);
      case Transfer.Stop stop -> stopServing(from, stop.stream());
      case Transfer.Restart restart -> {
        Source source = incoming.get(restart.stream());
        if (source != null) {
          source.incoming().onRestart(restart.stamp());
        }
      }
      case Transfer.End end -> {
        Source source = incoming.remove(end.stream());
        if (source != null) {
          source.incoming().onEnd();
        }
      }
      case Transfer.Gone gone -> {
        Source source = incoming.remove(gone.stream());
        if (source != null) {
          source.incoming().onLost();
        }
      }
    }
  }

  /**
   * Where the network writes the next bytes of a stream.
   *
   * @return null if the stream was stopped, or no contents are carried: the bytes are for nothing
   * @throws IndexOutOfBoundsException if a stream never has so many bytes there
   */
  public MemorySegment target(long stream, long length) {
    Source source = incoming.get(stream);
    if (source == null) {
      return null;
    }
    return source.copy().slice(source.lane(), source.copy().watermark(source.lane()), length);
  }

  /** The network has written bytes where {@link #target} said. */
  public void onBytes(long stream, long length) {
    Source source = incoming.get(stream);
    if (source != null) {
      source.incoming().onBytes(length);
    }
  }

  /**
   * The next bytes for a store. A stream may have a message to send before its bytes; then that is
   * sent, and the network hears that more is ready.
   *
   * @return null if there are none now; else the network calls {@link #onSent} when they left
   */
  public Outgoing next(int slot) {
    Deque<Outgoing> streams = outgoing.get(slot);
    for (int looked = streams == null ? 0 : streams.size(); looked > 0; looked--) {
      Outgoing stream = streams.remove();
      switch (stream.next()) {
        case NOTHING -> streams.add(stream);
        case BYTES -> {
          streams.add(stream);
          return stream;
        }
        case MESSAGE -> {
          streams.addFirst(stream);
          return say(slot, stream);
        }
        case LAST_MESSAGE -> {
          stream.close();
          return say(slot, stream);
        }
      }
    }
    return null;
  }

  private Outgoing say(int slot, Outgoing stream) {
    outbox.send(slot, stream.message());
    ready.accept(slot);
    return null;
  }

  /** Bytes of {@link #next} left the memory of the copy. */
  public void onSent(Outgoing stream) {
    stream.onSent();
  }

  /** A copy that was awaited is there, or does not come. */
  public void onDecided(ObjectId id) {
    List<Early> decided = early.stream().filter(reader -> reader.fetch().id().equals(id)).toList();
    early.removeAll(decided);
    decided.forEach(reader -> serve(reader.slot(), reader.fetch()));
  }

  /** The connection to a store broke, or the store is no member any more. */
  public void onLost(int slot) {
    early.removeIf(reader -> reader.slot() == slot);
    Deque<Outgoing> readers = outgoing.remove(slot);
    if (readers != null) {
      readers.forEach(Outgoing::close);
    }
    List<Map.Entry<Long, Source>> orphans =
        incoming.entrySet().stream().filter(entry -> entry.getValue().slot() == slot).toList();
    orphans.forEach(entry -> incoming.remove(entry.getKey()));
    orphans.forEach(entry -> entry.getValue().incoming().onLost());
  }

  /** The number of streams that go out. */
  public int serving() {
    return outgoing.values().stream().mapToInt(Deque::size).sum();
  }

  private void serve(int reader, Transfer.Fetch fetch) {
    Copy copy = sources.apply(fetch);
    if (copy == null && awaited.test(fetch.id())) {
      early.add(new Early(reader, fetch));
      return;
    }
    if (copy == null || copy.size() != fetch.size()) {
      outbox.send(reader, new Transfer.Gone(fetch.stream()));
      return;
    }
    outgoing
        .computeIfAbsent(reader, slot -> new ArrayDeque<>())
        .add(new Outgoing(fetch, copy, () -> ready.accept(reader)));
    ready.accept(reader);
  }

  private void stopServing(int reader, long stream) {
    early.removeIf(first -> first.slot() == reader && first.fetch().stream() == stream);
    Iterator<Outgoing> streams = outgoing.getOrDefault(reader, new ArrayDeque<>()).iterator();
    while (streams.hasNext()) {
      Outgoing outgoing = streams.next();
      if (outgoing.stream() == stream) {
        streams.remove();
        outgoing.close();
      }
    }
  }
}
