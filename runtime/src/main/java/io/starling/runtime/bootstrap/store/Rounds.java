package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Fences and exchanges, which all ranks of a world enter. A departed rank breaks them, except the
 * fences of a job that survives failures, which pass without it. For one thread.
 *
 * <p>The worlds say which ranks these are, and not the members that a contribution names: one that
 * names ranks that never come would stay open for ever.
 */
final class Rounds {

  private record Key(FrameType type, String name, Worlds.World world) {}

  private final Worlds worlds;
  private final DepartedRanks departed;
  private final StoreAuthority down;
  private final Map<Key, SortedMap<Integer, byte[]>> open = new LinkedHashMap<>();
  private IntConsumer exchanged = _ -> {};
  private boolean survives;

  Rounds(Worlds worlds, DepartedRanks departed, StoreAuthority down) {
    this.worlds = worlds;
    this.departed = departed;
    this.down = down;
  }

  void surviveFailures(boolean survivesFailures) {
    survives = survivesFailures;
  }

  /** Sets what happens after an exchange, given the first rank of its world. */
  void onExchange(IntConsumer action) {
    exchanged = action;
  }

  /**
   * Some ranks enter. Those that the job does not have are ignored; the store that has passed them
   * on is not dropped for them.
   */
  void enter(Frame frame) throws IOException {
    Set<Key> entered = new LinkedHashSet<>();
    for (var entry : Contribution.decode(frame.value()).entries().entrySet()) {
      int rank = entry.getKey();
      Worlds.World world = worlds.of(rank);
      if (world != null) {
        Key key = new Key(frame.type(), frame.name(), world);
        open.computeIfAbsent(key, ignored -> new TreeMap<>()).put(rank, entry.getValue());
        entered.add(key);
      }
    }
    for (Key key : entered) {
      look(key);
    }
  }

  int open() {
    return open.size();
  }

  /** To be called when more ranks have departed. */
  void look() throws IOException {
    for (Key key : List.copyOf(open.keySet())) {
      look(key);
    }
  }

  private void look(Key key) throws IOException {
    SortedMap<Integer, byte[]> entries = open.get(key);
    if (entries.size() < key.world().size()) {
      if (departed.ranks().isEmpty()) {
        return;
      }
      BitSet missing = missing(key);
      int first = departed.firstOf(missing);
      boolean skips = survives && key.type() == FrameType.FENCE;
      if (first >= 0 && !skips) {
        breakUp(key, first);
        return;
      }
      missing.andNot(departed.ranks());
      if (!missing.isEmpty()) {
        return;
      }
    }
    open.remove(key);
    if (key.type() == FrameType.FENCE) {
      down.accept(Frame.of(FrameType.FENCE_PASSED, 0, key.name()));
      return;
    }
    Contribution table = new Contribution(new BitSet(), entries);
    for (Frame part : table.frames(FrameType.TABLE, key.name())) {
      down.accept(part);
    }
    down.accept(Frame.of(FrameType.EXCHANGED, 0, key.name()));
    exchanged.accept(key.world().first());
  }

  private void breakUp(Key key, int rank) throws IOException {
    open.remove(key);
    FrameType broken =
        key.type() == FrameType.FENCE ? FrameType.FENCE_BROKEN : FrameType.EXCHANGE_BROKEN;
    byte[] reason = Texts.bytes(departed.reason(rank));
    down.accept(new Frame(broken, rank, key.name(), reason));
  }

  /** The ranks that have not entered an open exchange; empty if it is over. */
  Frame missing(String exchange) {
    BitSet missing = new BitSet();
    for (Key key : open.keySet()) {
      if (key.type() == FrameType.EXCHANGE && key.name().equals(exchange)) {
        missing.or(missing(key));
      }
    }
    return new Frame(FrameType.MISSING, 0, exchange, missing.toByteArray());
  }

  private BitSet missing(Key key) {
    BitSet missing = key.world().ranks();
    open.get(key).keySet().forEach(missing::clear);
    return missing;
  }
}
