package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Agreements. Each is decided once, when every member has contributed its flags or has departed.
 * The outcome is kept for a member that was considered failed and still asks. For one thread.
 */
final class Agreements {

  private static final class Open {
    final BitSet waitedFor;
    int flags = -1;

    Open(BitSet members) {
      waitedFor = members;
    }
  }

  private final Worlds worlds;
  private final DepartedRanks departed;
  private final StoreAuthority down;
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final Map<String, Frame> decided = new LinkedHashMap<>();

  Agreements(Worlds worlds, DepartedRanks departed, StoreAuthority down) {
    this.worlds = worlds;
    this.departed = departed;
    this.down = down;
  }

  void enter(Frame frame) throws IOException {
    Contribution contribution = Contribution.decode(frame.value());
    BitSet members = (BitSet) contribution.members().clone();
    members.and(worlds.ranks());
    String name = frame.name();
    if (decided.containsKey(name)) {
      down.accept(decided.get(name));
      return;
    }
    Open agreement = open.computeIfAbsent(name, ignored -> new Open(members));
    for (var entry : contribution.entries().entrySet()) {
      agreement.flags &= ByteBuffer.wrap(entry.getValue()).getInt();
      agreement.waitedFor.clear(entry.getKey());
    }
    look(name);
  }

  /** To be called when more ranks have departed. */
  void look() throws IOException {
    for (String name : List.copyOf(open.keySet())) {
      look(name);
    }
  }

  private void look(String name) throws IOException {
    Open agreement = open.get(name);
    BitSet waitedFor = (BitSet) agreement.waitedFor.clone();
    waitedFor.andNot(departed.ranks());
    if (!waitedFor.isEmpty()) {
      return;
    }
    open.remove(name);
    byte[] failed = departed.ranks().toByteArray();
    Frame outcome = new Frame(FrameType.AGREED, agreement.flags, name, failed);
    if (!agreement.waitedFor.isEmpty()) {
      decided.put(name, outcome);
      if (decided.size() > RecentNames.MAXIMUM) {
        decided.remove(decided.keySet().iterator().next());
      }
    }
    down.accept(outcome);
  }
}
