package io.starling.runtime.transport.routing;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Poll;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * A rank's port with a route per peer: a near port to the ranks of its host, a far port to the
 * others. All messages of two ranks use the same port, so none overtakes another. Receives from any
 * source are {@linkplain HeldReceives held} here, because they may match messages of both.
 *
 * <p>{@link FarLooks} decides how often the far port is looked at.
 */
public final class RoutingPort implements Port {

  private static final byte UNKNOWN = 0;
  private static final byte NEAR = 1;
  private static final byte FAR = 2;

  private final Port near;
  private final Port far;
  private final IntPredicate isNear;
  private final byte[] routes;
  private final HeldReceives held;
  private final FarLooks farLooks = new FarLooks(System::nanoTime);
  private final BitSet receivesFar = new BitSet();
  private final Arena arena = Arena.ofShared();
  private final Poll poll;
  private Completions completions;

  /** Whether a port may have taken in messages that held receives have not seen. */
  private boolean hasNews;

  private Direct direct;
  private boolean closed;

  /**
   * Routes to two ports.
   *
   * @param near the port to ranks of this host, this rank among them
   * @param far the port to all others
   * @param isNear whether a rank is reached through the near port; asked once for each rank, at the
   *     first contact
   */
  public RoutingPort(Port near, Port far, IntPredicate isNear) {
    this.near = near;
    this.far = far;
    this.isNear = isNear;
    routes = new byte[near.size()];
    routes[near.rank()] = NEAR;
    held = new HeldReceives(near, far);
    boolean sleeps = near.descriptor() >= 0 && far.descriptor() >= 0;
    poll = sleeps ? new Poll(arena, near.descriptor(), far.descriptor()) : null;
  }

  @Override
  public int rank() {
    return near.rank();
  }

  @Override
  public int size() {
    return routes.length;
  }

  private boolean reachesNear(int peer) {
    if (routes[peer] == UNKNOWN) {
      routes[peer] = isNear.test(peer) ? NEAR : FAR;
    }
    return routes[peer] == NEAR;
  }

  private Port to(int peer) {
    return reachesNear(peer) ? near : far;
  }

  @Override
  public boolean isNear(int peer) {
    return peer != rank() && reachesNear(peer);
  }

  /** For a peer of this host; a message from any source may come over the far port. */
  @Override
  public boolean takesHeap(int peer) {
    return peer >= 0 && reachesNear(peer) && near.takesHeap(peer);
  }

  @Override
  public Board board(int group, int[] ranks) {
    return Arrays.stream(ranks).allMatch(this::reachesNear) ? near.board(group, ranks) : null;
  }

  @Override
  public MessageMemory memory() {
    return near.memory();
  }

  /** Messages to and from a peer of another host; none from any source, which are held. */
  @Override
  public Messages direct(Device device, int peer) {
    if (peer < 0 || reachesNear(peer)) {
      return null;
    }
    Messages messages = far.direct(device, peer);
    if (messages != null && (direct == null || direct.messages != messages)) {
      direct = new Direct(messages);
    }
    return messages == null ? null : direct;
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    near.attach(completions);
    far.attach(completions);
  }

  @Override
  public void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    if (reachesNear(peer)) {
      near.send(transfer, peer, tag, data, offset, length, synchronous);
    } else {
      farLooks.expect();
      far.send(transfer, peer, tag, data, offset, length, synchronous);
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    matchHeld();
    Port source = Tags.isFromAnySource(mask) ? null : to(Tags.sourceOf(tag));
    if (source == null || isHeldBack(tag, mask)) {
      held.add(transfer, tag, mask, into, offset, length, source, null);
    } else {
      begin(transfer, source == far);
      source.receive(transfer, tag, mask, into, offset, length);
    }
  }

  private boolean isHeldBack(long tag, long mask) {
    return !held.isEmpty() && held.holdsBack(tag, mask);
  }

  private void begin(int receive, boolean fromFar) {
    receivesFar.set(receive, fromFar);
    if (fromFar) {
      farLooks.expect();
    }
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    matchHeld();
    if (Tags.isFromAnySource(mask)) {
      return probe(near, 0, tag, mask, remove, found) || probe(far, 1, tag, mask, remove, found);
    }
    boolean isNearby = reachesNear(Tags.sourceOf(tag));
    return probe(isNearby ? near : far, isNearby ? 0 : 1, tag, mask, remove, found);
  }

  /** The lowest bit of a handle names the port. */
  private static boolean probe(
      Port port, int route, long tag, long mask, boolean remove, MessageInfo found) {
    boolean isThere = port.probe(tag, mask, remove, found);
    if (isThere && remove) {
      found.set(found.tag(), found.bytes(), found.handle() << 1 | route);
    }
    return isThere;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    Port port = (handle & 1) == 0 ? near : far;
    port.receiveMatched(transfer, handle >> 1, into, offset, length);
  }

  @Override
  public void cancel(int transfer) {
    if (held.remove(transfer)) {
      completions.failed(transfer, Completions.Failure.CANCELLED, null);
    } else if (receivesFar.get(transfer)) {
      far.cancel(transfer);
    } else {
      near.cancel(transfer);
    }
  }

  @Override
  public int progress() {
    farLooks.begin();
    int work = near.progress();
    if (farLooks.isDue()) {
      int moved = far.progress();
      farLooks.looked(work, moved);
      work += moved;
    }
    hasNews |= work > 0;
    return work + matchHeld();
  }

  /** Lets held receives take what a port has taken in since the last time. */
  private int matchHeld() {
    boolean mayMatch = hasNews && !held.isEmpty();
    hasNews = false;
    return mayMatch ? held.match() : 0;
  }

  @Override
  public void paused() {
    hasNews = true;
    farLooks.askNext();
  }

  /** Whether both may sleep, and neither has taken in a message for a held receive. */
  @Override
  public boolean arm() {
    farLooks.askNext();
    hasNews = true;
    if (poll == null || !near.arm()) {
      return false;
    }
    if (far.arm() && matchHeld() == 0) {
      return true;
    }
    near.disarm();
    return false;
  }

  @Override
  public void sleep(long nanoseconds) {
    poll.await(nanoseconds);
    near.disarm();
    far.disarm();
  }

  @Override
  public long longestSleep() {
    return Math.min(near.longestSleep(), far.longestSleep());
  }

  @Override
  public void wake() {
    near.wake();
  }

  @Override
  public boolean settle() {
    hasNews = true;
    boolean nearMoved = near.settle();
    return far.settle() || nearMoved;
  }

  @Override
  public void flush() {
    hasNews = true;
    near.flush();
    far.flush();
  }

  @Override
  public void drain() {
    hasNews = true;
    near.drain();
    far.drain();
  }

  @Override
  public void peerFailed(int peer) {
    if (routes[peer] != FAR) {
      near.peerFailed(peer);
    }
    if (routes[peer] != NEAR) {
      far.peerFailed(peer);
    }
  }

  @Override
  public void takeOver() {
    near.takeOver();
    far.takeOver();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try (arena;
          far;
          near) {
        held.clear();
      }
    }
  }

  /** Messages from and to the memory of a device, over the far port. */
  private final class Direct implements Messages {
    final Messages messages;

    Direct(Messages messages) {
      this.messages = messages;
    }

    @Override
    public void send(
        int transfer,
        int peer,
        long tag,
        MemorySegment data,
        long offset,
        long length,
        boolean synchronous) {
      farLooks.expect();
      messages.send(transfer, peer, tag, data, offset, length, synchronous);
    }

    @Override
    public void receive(
        int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
      matchHeld();
      if (isHeldBack(tag, mask)) {
        held.add(transfer, tag, mask, into, offset, length, far, messages);
      } else {
        begin(transfer, true);
        messages.receive(transfer, tag, mask, into, offset, length);
      }
    }

    @Override
    public void receiveMatched(
        int transfer, long handle, MemorySegment into, long offset, long length) {
      messages.receiveMatched(transfer, handle >> 1, into, offset, length);
    }
  }
}
