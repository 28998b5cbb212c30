package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Two ranks on each of two hosts, whose messages come in random order, some only later. One thread
 * plays all of them. Rank 0 receives; what it receives must be in MPI's order.
 */
final class RoutedRanks {

  static final int SIZE = 4;
  private static final int CONTEXT = 3;

  /** A message to rank 0. */
  record Message(int source, int tag, int number) {}

  /** A receive of rank 0, from any source or with any tag where these are -1. */
  static final class Receive {
    final int source;
    final int tag;
    Message message;
    boolean cancelled;

    Receive(int source, int tag) {
      this.source = source;
      this.tag = tag;
    }

    boolean matches(Message itsMessage) {
      return (source < 0 || source == itsMessage.source) && (tag < 0 || tag == itsMessage.tag);
    }

    @Override
    public String toString() {
      return "from %d with tag %d: %s".formatted(source, tag, cancelled ? "cancelled" : message);
    }
  }

  private final Arena arena = Arena.ofAuto();
  private final RoutingPort[] ports = new RoutingPort[SIZE];
  private final List<Message> sent = new ArrayList<>();
  private final List<Receive> receives = new ArrayList<>();
  private final Map<Integer, MemorySegment> memory = new HashMap<>();
  private final Map<Integer, Receive> open = new HashMap<>();
  private int transfers;

  RoutedRanks(SplittableRandom random) {
    LocalFabric near = fabric(LocalFabric.EAGER_BYTES, random);
    LocalFabric far = fabric(LocalFabric.NEVER_EAGER, random);
    for (int rank = 0; rank < SIZE; rank++) {
      int host = rank / 2;
      ports[rank] = new RoutingPort(near.port(rank), far.port(rank), peer -> peer / 2 == host);
      ports[rank].attach(rank == 0 ? new Taken() : new Ignored());
    }
  }

  private static LocalFabric fabric(long eagerBytes, SplittableRandom random) {
    return new LocalFabric(SIZE, eagerBytes, _ -> Delivery.adversarial(random.nextLong()));
  }

  private static final class Ignored implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {}

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      throw new AssertionError(failure + " " + detail);
    }
  }

  private final class Taken implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {
      Receive receive = open.remove(transfer);
      if (receive != null) {
        int number = memory.get(transfer).get(ValueLayout.JAVA_INT, 0);
        receive.message = new Message(Tags.sourceOf(tag), Tags.userTagOf(tag), number);
      }
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      if (failure != Failure.CANCELLED) {
        throw new AssertionError(failure + " " + detail);
      }
      open.remove(transfer).cancelled = true;
    }
  }

  RoutingPort port(int rank) {
    return ports[rank];
  }

  List<Receive> receives() {
    return receives;
  }

  void send(int source, int tag, boolean synchronous) {
    Message message = new Message(source, tag, sent.size());
    sent.add(message);
    MemorySegment data = arena.allocate(Integer.BYTES);
    data.set(ValueLayout.JAVA_INT, 0, message.number);
    memory.put(transfers, data);
    ports[source].send(
        transfers++,
        0,
        Tags.pointToPoint(CONTEXT, source, tag),
        data,
        0,
        Integer.BYTES,
        synchronous);
  }

  /** Posts a receive; -1 means any. */
  Receive receive(int source, int tag) {
    Receive receive = new Receive(source, tag);
    receives.add(receive);
    MemorySegment into = arena.allocate(Integer.BYTES);
    memory.put(transfers, into);
    open.put(transfers, receive);
    ports[0].receive(transfers++, tag(source, tag), mask(source, tag), into, 0, Integer.BYTES);
    return receive;
  }

  private static long tag(int source, int tag) {
    return Tags.pointToPoint(CONTEXT, Math.max(0, source), Math.max(0, tag));
  }

  private static long mask(int source, int tag) {
    return Tags.mask(source < 0, tag < 0);
  }

  void cancel(int index) {
    List<Integer> transfersOfOpen = List.copyOf(open.keySet());
    if (!transfersOfOpen.isEmpty()) {
      ports[0].cancel(transfersOfOpen.get(index % transfersOfOpen.size()));
    }
  }

  /** A matched probe, which receives what it finds as if it were a receive that is posted now. */
  void receiveByProbe(int source, int tag) {
    MessageInfo found = new MessageInfo();
    if (ports[0].probe(tag(source, tag), mask(source, tag), true, found)) {
      Receive receive = new Receive(source, tag);
      receives.add(receive);
      MemorySegment into = arena.allocate(Integer.BYTES);
      memory.put(transfers, into);
      open.put(transfers, receive);
      ports[0].receiveMatched(transfers++, found.handle(), into, 0, Integer.BYTES);
    }
  }

  void progress(int rank) {
    ports[rank].progress();
  }

  /** Lets all messages arrive. */
  void settle() {
    for (int i = 0; i < 20_000 && !open.isEmpty(); i++) {
      progress(i % SIZE);
    }
  }

  /** The first fault in what was received, or null. */
  String fault() {
    for (int i = 0; i < receives.size(); i++) {
      Receive earlier = receives.get(i);
      if (earlier.cancelled) {
        continue;
      }
      if (earlier.message != null && !earlier.matches(earlier.message)) {
        return earlier + " was given a message that it does not match";
      }
      for (Receive later : receives.subList(i + 1, receives.size())) {
        Message message = later.message;
        if (message != null && earlier.matches(message) && isOvertaken(earlier, message)) {
          return "'%s' took what belongs to '%s'".formatted(later, earlier);
        }
      }
      String lost = lost(earlier);
      if (lost != null) {
        return lost;
      }
    }
    return null;
  }

  /** Whether a receive should have had a message, by the order of the messages of its source. */
  private static boolean isOvertaken(Receive receive, Message message) {
    return receive.message == null
        || (receive.message.source == message.source && receive.message.number > message.number);
  }

  /** A receive that is open, or took a later message, although one for it was there. */
  private String lost(Receive receive) {
    for (Message message : sent) {
      boolean free = receives.stream().noneMatch(other -> message.equals(other.message));
      if (free && receive.matches(message) && isOvertaken(receive, message)) {
        return "%s has not received %s".formatted(receive, message);
      }
    }
    return null;
  }
}
