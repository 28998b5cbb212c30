package io.starling.objects.simulated;

import io.starling.objects.protocol.Message;
import io.starling.objects.store.Store;
import io.starling.objects.transfer.LinkEstimate;
import io.starling.objects.transfer.Network;
import io.starling.objects.transfer.Outgoing;
import io.starling.objects.transfer.Streams;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * The link of one host. It sends one thing at a time: messages first, then bytes of the streams in
 * turn.
 *
 * <pre>
 *   sender    |== message ==|======= chunk =======|
 *   receiver       latency   |== message ==|======= chunk =======|     its link may be busy with others
 * </pre>
 */
final class SimulatedNetwork implements Network {

  /** What a message takes on a link, with its headers. */
  private static final long MESSAGE_BYTES = 128;

  private record Queued(int slot, long bytes, Runnable delivery) {}

  private final VirtualTime time;
  private final LinkFigures figures;
  private final SimulatedCluster cluster;
  private final int self;
  private final Queue<Queued> messages = new ArrayDeque<>();
  private final Set<Integer> readySlots = new LinkedHashSet<>();

  /** When the last thing that was sent to each host begins to arrive. */
  private final Map<Integer, Long> lastArrival = new HashMap<>();

  private boolean sending;
  private long receivesUntil;
  private long messagesReceived;

  SimulatedNetwork(int self, SimulatedCluster cluster, VirtualTime time, LinkFigures figures) {
    this.self = self;
    this.cluster = cluster;
    this.time = time;
    this.figures = figures;
  }

  @Override
  public void send(int slot, long view, Message message) {
    cluster.onSent(slot, message);
    messages.add(
        new Queued(
            slot,
            MESSAGE_BYTES + MessageBytes.of(message),
            () -> cluster.take(slot, self, view, message)));
    wake();
  }

  @Override
  public void ready(int slot) {
    readySlots.add(slot);
    wake();
  }

  @Override
  public LinkEstimate links() {
    return new LinkEstimate(figures.latency(), figures.bytesPerNanosecond());
  }

  /** A message has come in. */
  void count() {
    messagesReceived++;
  }

  long messagesReceived() {
    return messagesReceived;
  }

  /** Nothing goes to a store any more that is dead. */
  void forget(int slot) {
    messages.removeIf(message -> message.slot() == slot);
    readySlots.remove(slot);
  }

  private void wake() {
    if (!sending) {
      sending = true;
      time.after(0, this::next);
    }
  }

  private void next() {
    if (!cluster.isAlive(self)) {
      return;
    }
    while (true) {
      if (!messages.isEmpty()) {
        Queued message = messages.remove();
        transmit(message.slot(), message.bytes(), message.delivery(), () -> {});
        return;
      }
      if (readySlots.isEmpty()) {
        sending = false;
        return;
      }
      int slot = readySlots.iterator().next();
      readySlots.remove(slot);
      Outgoing chunk = store().streams().next(slot);
      if (chunk != null) {
        readySlots.add(slot);
        sendChunk(slot, chunk);
        return;
      }
    }
  }

  private void sendChunk(int slot, Outgoing chunk) {
    long length = chunk.length();
    long stream = chunk.stream();
    byte[] contents = chunk.bytes() == null ? null : chunk.bytes().toArray(ValueLayout.JAVA_BYTE);
    transmit(
        slot,
        length,
        () -> deliver(slot, stream, length, contents),
        () -> store().streams().onSent(chunk));
  }

  private void deliver(int slot, long stream, long length, byte[] contents) {
    Store reader = cluster.store(slot);
    Streams streams = reader.streams();
    MemorySegment target = streams.target(stream, length);
    if (target != null && contents != null) {
      MemorySegment.copy(contents, 0, target, ValueLayout.JAVA_BYTE, 0, contents.length);
    }
    reader.onBytes(stream, length);
  }

  private void transmit(int slot, long bytes, Runnable delivery, Runnable sent) {
    long busy = figures.nanoseconds(bytes);
    long arrival =
        Math.max(
            time.now() + figures.latency() + cluster.chance(figures.jitter()),
            lastArrival.getOrDefault(slot, 0L));
    lastArrival.put(slot, arrival);
    time.at(arrival, () -> cluster.arrive(self, slot, busy, delivery));
    time.after(
        busy,
        () -> {
          if (cluster.isAlive(self)) {
            sent.run();
            next();
          }
        });
  }

  /** Something begins to come in; it is there when this link has taken it. */
  void receive(long busy, Runnable delivery) {
    receivesUntil = Math.max(receivesUntil, time.now()) + busy;
    time.at(receivesUntil, delivery);
  }

  private Store store() {
    return cluster.store(self);
  }
}
