package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The fences, exchanges and agreements in which clients below this store take part. Contributions
 * from below are held until all known members below have contributed, or for a tenth of a second,
 * and go up as one message. Answers go to the clients that wait.
 *
 * <p>Holding contributions only saves messages: each part of a gathering that goes up counts by
 * itself. For one thread.
 */
final class Gatherings {

  private static final long HOLDING_NANOSECONDS = 100_000_000;

  private record Key(FrameType type, String name) {}

  private static final class Gathering {
    /** The clients that wait, and the bytes that each has contributed. */
    final Map<StoreConnection, Long> waiting = new LinkedHashMap<>();

    final BitSet arrived = new BitSet();
    final SortedMap<Integer, byte[]> held = new TreeMap<>();
    BitSet members = new BitSet();
    long heldSince;
  }

  private final StoreAuthority above;

  /** All ranks that are known to be below; empty if nothing is held. */
  private final BitSet below;

  private final Map<Key, Gathering> gatherings = new HashMap<>();
  private final Set<Key> holding = new LinkedHashSet<>();

  Gatherings(StoreAuthority above, BitSet below) {
    this.above = above;
    this.below = below;
  }

  /** A member contributes its own entry, or an agent the entries of ranks below it. */
  void enter(Frame frame, StoreConnection from) throws IOException {
    Contribution contribution = Contribution.decode(frame.value());
    Key key = new Key(frame.type(), frame.name());
    Gathering gathering = gatherings.computeIfAbsent(key, ignored -> new Gathering());
    for (int rank : contribution.entries().keySet()) {
      from.checkSpeaksFor(rank);
      int length = contribution.entries().get(rank).length;
      if (!fits(frame.type(), length)) {
        throw new IOException(
            "rank %d brought %d bytes to %s".formatted(rank, length, frame.type()));
      }
      if (gathering.arrived.get(rank)) {
        throw new IOException("rank " + rank + " entered '" + frame.name() + "' twice");
      }
      gathering.arrived.set(rank);
    }
    long bytes = frame.value().length;
    if (gathering.waiting.merge(from, bytes, Long::sum) == bytes) {
      from.countOpen();
    }
    from.countHeld(bytes);
    if (holding.add(key)) {
      gathering.heldSince = System.nanoTime();
    }
    gathering.members = contribution.members();
    gathering.held.putAll(contribution.entries());
    if (isWhole(gathering)) {
      sendUp(key, gathering);
    }
  }

  private static boolean fits(FrameType type, int length) {
    return switch (type) {
      case FENCE -> length == 0;
      case AGREE -> length == Integer.BYTES;
      default -> length <= Frame.MAXIMUM_VALUE;
    };
  }

  private boolean isWhole(Gathering gathering) {
    BitSet missing = (BitSet) below.clone();
    if (!gathering.members.isEmpty()) {
      missing.and(gathering.members);
    }
    missing.andNot(gathering.arrived);
    return missing.isEmpty();
  }

  private void sendUp(Key key, Gathering gathering) throws IOException {
    holding.remove(key);
    var whole = new Contribution(gathering.members, new TreeMap<>(gathering.held));
    gathering.held.clear();
    for (Frame frame : whole.frames(key.type(), key.name())) {
      above.accept(frame);
    }
  }

  int open() {
    return gatherings.size();
  }

  boolean isHolding() {
    return !holding.isEmpty();
  }

  /** Sends up contributions that were held for long enough. */
  void look(long now) throws IOException {
    for (Key key : Set.copyOf(holding)) {
      Gathering gathering = gatherings.get(key);
      if (now - gathering.heldSince >= HOLDING_NANOSECONDS) {
        sendUp(key, gathering);
      }
    }
  }

  /** Sends up everything that is held, before a message that must not overtake it. */
  void sendAll() throws IOException {
    for (Key key : Set.copyOf(holding)) {
      sendUp(key, gatherings.get(key));
    }
  }

  /** Passes on a part of the result. */
  void answer(FrameType question, Frame frame) {
    Gathering gathering = gatherings.get(new Key(question, frame.name()));
    if (gathering != null) {
      gathering.waiting.keySet().forEach(client -> client.offer(frame));
    }
  }

  /** Passes on the end of a gathering; its name may be used again. */
  void finish(FrameType question, Frame frame) {
    Key key = new Key(question, frame.name());
    Gathering gathering = gatherings.remove(key);
    if (gathering != null) {
      holding.remove(key);
      gathering.waiting.forEach(
          (client, bytes) -> {
            client.countAnswered();
            client.countReleased(bytes);
            client.offer(frame);
          });
    }
  }

  /**
   * A connection no longer waits; also called if it was the first to enter and its contribution was
   * damaged. To be called when nothing is held.
   */
  void forget(StoreConnection left) {
    gatherings.values().forEach(gathering -> gathering.waiting.remove(left));
    gatherings.values().removeIf(gathering -> gathering.waiting.isEmpty());
  }
}
