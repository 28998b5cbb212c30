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
import java.util.function.Consumer;

/**
 * Fences and exchanges, which all ranks of the job enter, or the members that their contributions
 * name. A departed rank breaks them, except the fences of a job that survives failures, which pass
 * without it. For one thread.
 */
final class Rounds {

  private record Key(FrameType type, String name) {}

  private record Round(BitSet members, SortedMap<Integer, byte[]> entries) {

    boolean isWhole() {
      return entries.size() == members.cardinality();
    }

    BitSet missing() {
      BitSet missing = (BitSet) members.clone();
      entries.keySet().forEach(missing::clear);
      return missing;
    }
  }

  private final int size;
  private final DepartedRanks departed;
  private final StoreAuthority down;
  private final Map<Key, Round> open = new LinkedHashMap<>();
  private Consumer<BitSet> exchanged = _ -> {};
  private boolean survives;

  Rounds(int size, DepartedRanks departed, StoreAuthority down) {
    this.size = size;
    this.departed = departed;
    this.down = down;
  }

  void surviveFailures(boolean survivesFailures) {
    survives = survivesFailures;
  }

  /** Sets what happens after an exchange of members that were named. */
  void onExchange(Consumer<BitSet> action) {
    exchanged = action;
  }

  void enter(Frame frame) throws IOException {
    Contribution contribution = Contribution.decode(frame.value());
    if (contribution.entries().isEmpty()) {
      throw new IOException("a contribution of no rank");
    }
    Key key = new Key(frame.type(), frame.name());
    Round round =
        open.computeIfAbsent(
            key, ignored -> new Round(members(contribution.members()), new TreeMap<>()));
    for (int rank : contribution.entries().keySet()) {
      if (!round.members().get(rank)) {
        throw new IOException("a contribution of ranks that the job does not have");
      }
    }
    round.entries().putAll(contribution.entries());
    look(key);
  }

  private BitSet members(BitSet named) {
    BitSet members = (BitSet) named.clone();
    if (named.isEmpty()) {
      members.set(0, size);
    }
    return members;
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
    Round round = open.get(key);
    if (!round.isWhole()) {
      if (departed.ranks().isEmpty()) {
        return;
      }
      BitSet missing = round.missing();
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
    Contribution table = new Contribution(new BitSet(), round.entries());
    for (Frame part : table.frames(FrameType.TABLE, key.name())) {
      down.accept(part);
    }
    down.accept(Frame.of(FrameType.EXCHANGED, 0, key.name()));
    exchanged.accept(round.members());
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
    Round round = open.get(new Key(FrameType.EXCHANGE, exchange));
    BitSet missing = round == null ? new BitSet() : round.missing();
    return new Frame(FrameType.MISSING, 0, exchange, missing.toByteArray());
  }
}
