package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Fences and exchanges, which all ranks of the job enter. A departed rank breaks them, except the
 * fences of a job that survives failures, which pass without it. For one thread.
 */
final class Rounds {

  private record Key(FrameType type, String name) {}

  private final int size;
  private final DepartedRanks departed;
  private final StoreAuthority down;
  private final Map<Key, SortedMap<Integer, byte[]>> open = new LinkedHashMap<>();
  private boolean survives;

  Rounds(int size, DepartedRanks departed, StoreAuthority down) {
    this.size = size;
    this.departed = departed;
    this.down = down;
  }

  void surviveFailures(boolean survivesFailures) {
    survives = survivesFailures;
  }

  void enter(Frame frame) throws IOException {
    Contribution contribution = Contribution.decode(frame.value());
    if (contribution.entries().isEmpty() || contribution.entries().lastKey() >= size) {
      throw new IOException("a contribution of ranks that the job does not have");
    }
    Key key = new Key(frame.type(), frame.name());
    open.computeIfAbsent(key, ignored -> new TreeMap<>()).putAll(contribution.entries());
    look(key);
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
    if (entries.size() < size) {
      if (departed.ranks().isEmpty()) {
        return;
      }
      BitSet missing = missing(entries);
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
    for (Frame part : new Contribution(new BitSet(), entries).frames(FrameType.TABLE, key.name())) {
      down.accept(part);
    }
    down.accept(Frame.of(FrameType.EXCHANGED, 0, key.name()));
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
    var entries = open.get(new Key(FrameType.EXCHANGE, exchange));
    BitSet missing = entries == null ? new BitSet() : missing(entries);
    return new Frame(FrameType.MISSING, 0, exchange, missing.toByteArray());
  }

  private BitSet missing(SortedMap<Integer, byte[]> entries) {
    BitSet missing = new BitSet(size);
    missing.set(0, size);
    entries.keySet().forEach(missing::clear);
    return missing;
  }
}
