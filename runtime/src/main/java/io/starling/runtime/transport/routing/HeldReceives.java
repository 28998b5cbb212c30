package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Receives that no single port can match in order: those from any source, and later ones that could
 * match the same messages (MPI 4.1, section 3.5). Each takes the first message that a probe of the
 * ports finds, in the order of the receives. As long as there are none, all receives go to the port
 * of their source, which matches them itself.
 */
final class HeldReceives {

  private static final class Held {
    int transfer;
    long tag;
    long mask;
    MemorySegment into;
    long offset;
    long length;
    Port only;
    Messages directly;
  }

  /** Takes receives that were removed. */
  @FunctionalInterface
  interface Removal {
    void removed(int transfer, int source);
  }

  private final Port near;
  private final Port far;
  private final MessageInfo found = new MessageInfo();
  private final List<Held> held = new ArrayList<>();
  private final List<Held> spare = new ArrayList<>();

  /** Whether the next receive of several looks at the near port first, so that none starves. */
  private boolean nearFirst = true;

  HeldReceives(Port near, Port far) {
    this.near = near;
    this.far = far;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Whether a receive must wait for earlier ones that could match the same message. */
  boolean holdsBack(long tag, long mask) {
    for (int i = 0; i < held.size(); i++) {
      Held earlier = held.get(i);
      if (((earlier.tag ^ tag) & earlier.mask & mask) == 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds a receive; it may match at once. To be called after {@link #match}, because the earlier
   * receives come first.
   *
   * @param only the port of its source; null for any source, and one that has not joined
   * @param directly what receives it from that port; null for the port that has its message
   */
  void add(
      int transfer,
      long tag,
      long mask,
      MemorySegment into,
      long offset,
      long length,
      Port only,
      Messages directly) {
    Held receive = spare.isEmpty() ? new Held() : spare.removeLast();
    receive.transfer = transfer;
    receive.tag = tag;
    receive.mask = mask;
    receive.into = into;
    receive.offset = offset;
    receive.length = length;
    receive.only = only;
    receive.directly = directly;
    held.add(receive);
    if (takes(receive)) {
      forget(held.size() - 1);
    }
  }

  /** Removes a receive; returns whether it was here. */
  boolean remove(int transfer) {
    for (int i = 0; i < held.size(); i++) {
      if (held.get(i).transfer == transfer) {
        forget(i);
        return true;
      }
    }
    return false;
  }

  /** Removes the receives that are only from peers that have left, and tells whose they are. */
  void removeFromLeft(PeerNumbers numbers, Removal removal) {
    for (int i = 0; i < held.size(); i++) {
      Held receive = held.get(i);
      if (numbers.isFromLeft(receive.tag, receive.mask)) {
        int transfer = receive.transfer;
        forget(i--);
        removal.removed(transfer, Tags.sourceOf(receive.tag));
      }
    }
  }

  /** Lets the receives take the messages that have arrived; returns how many did. */
  int match() {
    int matched = 0;
    for (int i = 0; i < held.size(); i++) {
      if (takes(held.get(i))) {
        forget(i--);
        matched++;
      }
    }
    return matched;
  }

  private boolean takes(Held receive) {
    if (receive.only != null) {
      return takes(receive, receive.only);
    }
    nearFirst = !nearFirst;
    return nearFirst
        ? takes(receive, near) || takes(receive, far)
        : takes(receive, far) || takes(receive, near);
  }

  private boolean takes(Held receive, Port port) {
    boolean isThere = port.probe(receive.tag, receive.mask, true, found);
    if (isThere) {
      Messages messages = receive.directly != null ? receive.directly : port;
      messages.receiveMatched(
          receive.transfer, found.handle(), receive.into, receive.offset, receive.length);
    }
    return isThere;
  }

  /** Forgets all of them. */
  void clear() {
    held.clear();
    spare.clear();
  }

  private void forget(int index) {
    Held receive = held.remove(index);
    receive.into = null;
    spare.add(receive);
  }
}
