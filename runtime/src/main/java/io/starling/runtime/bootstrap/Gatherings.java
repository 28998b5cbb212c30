package io.starling.runtime.bootstrap;

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
 * The fences, exchanges and agreements that someone below this store is in. What comes from below
 * is held until all that are known to be below have come, or for a tenth of a second, and goes up
 * as one message; what comes back goes to those who wait.
 *
 * <p>That a message is held saves messages and decides nothing: each part of a gathering that goes
 * up counts for itself. For one thread.
 */
final class Gatherings {

  private static final long HOLDING_NANOSECONDS = 100_000_000;

  private record Key(FrameType type, String name) {}

  private static final class Gathering {
    /** Who waits, and how many bytes each has brought. */
    final Map<StoreConnection, Long> waiting = new LinkedHashMap<>();

    final BitSet arrived = new BitSet();
    final SortedMap<Integer, byte[]> held = new TreeMap<>();
    BitSet members = new BitSet();
    long heldSince;
  }

  private final Superior above;

  /** All ranks that are known to be below; empty where nothing is to be held. */
  private final BitSet below;

  private final Map<Key, Gathering> gatherings = new HashMap<>();
  private final Set<Key> holding = new LinkedHashSet<>();

  Gatherings(Superior above, BitSet below) {
    this.above = above;
    this.below = below;
  }

  /** A member brings what it has, or an agent what ranks below it have. */
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

  /** Sends up what was held for long enough. */
  void look(long now) throws IOException {
    for (Key key : Set.copyOf(holding)) {
      Gathering gathering = gatherings.get(key);
      if (now - gathering.heldSince >= HOLDING_NANOSECONDS) {
        sendUp(key, gathering);
      }
    }
  }

  /** Sends up all that is held, before something that must not overtake it. */
  void sendAll() throws IOException {
    for (Key key : Set.copyOf(holding)) {
      sendUp(key, gatherings.get(key));
    }
  }

  /** Passes on a part of what all get. */
  void answer(FrameType question, Frame frame) {
    Gathering gathering = gatherings.get(new Key(question, frame.name()));
    if (gathering != null) {
      gathering.waiting.keySet().forEach(client -> client.offer(frame));
    }
  }

  /** Passes on the end; the name may be used again. */
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
   * Nobody waits there any more; also where it was the first to enter, with something damaged. To
   * be called when nothing is held.
   */
  void forget(StoreConnection left) {
    gatherings.values().forEach(gathering -> gathering.waiting.remove(left));
    gatherings.values().removeIf(gathering -> gathering.waiting.isEmpty());
  }
}
