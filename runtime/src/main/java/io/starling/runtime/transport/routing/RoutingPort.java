package io.starling.runtime.transport.routing;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Poll;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.RoutedKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A rank's port with a route per peer: a near port to the ranks of its host, a far port to the
 * others. All messages of two ranks use the same port, so none overtakes another. {@link
 * RoutedReceives} has the receives, some of which may match messages of both.
 *
 * <p>{@link FarLooks} decides how often the far port is looked at.
 */
public final class RoutingPort implements Port {

  private final Port near;
  private final Port far;
  private final Routes routes;
  private final FarLooks farLooks = new FarLooks(System::nanoTime);
  private final RoutedReceives receives;
  private final Arena arena = Arena.ofShared();
  private final Poll poll;
  private FarDevice farDevice;
  private boolean closed;

  /**
   * Routes to two ports, with the same size and capacity.
   *
   * @param near the port to ranks of this host, this rank among them
   * @param far the port to all others
   * @param ways tell which of them reaches a rank
   * @throws IllegalArgumentException if their sizes or capacities differ
   */
  public RoutingPort(Port near, Port far, Ways ways) {
    this.near = near;
    this.far = far;
    routes = new Routes(near, far, ways);
    receives = new RoutedReceives(near, far, routes, farLooks);
    boolean sleeps = near.descriptor() >= 0 && far.descriptor() >= 0;
    poll = sleeps ? new Poll(arena, near.descriptor(), far.descriptor()) : null;
  }

  @Override
  public int rank() {
    return near.rank();
  }

  @Override
  public int size() {
    return routes.numbers().size();
  }

  @Override
  public int capacity() {
    return routes.numbers().capacity();
  }

  /** Connects a peer over its route; if that is impossible, neither port knows it. */
  @Override
  public void connect(int peer, byte[] address) {
    routes.connect(peer, address);
  }

  @Override
  public void disconnect(int peer) {
    // Also if it is refused: the ports have looked for what has arrived.
    receives.expect();
    routes.disconnect(peer);
    receives.peerLeft();
  }

  @Override
  public boolean isNear(int peer) {
    return peer != rank() && routes.isNear(peer);
  }

  /** For a peer of this host; a message from any source may come over the far port. */
  @Override
  public boolean takesHeap(int peer) {
    return peer >= 0 && routes.isNear(peer) && near.takesHeap(peer);
  }

  @Override
  public Board board(int group, int[] ranks) {
    return Arrays.stream(ranks).allMatch(routes::isNear) ? near.board(group, ranks) : null;
  }

  @Override
  public long placeOf(MemorySegment memory) {
    return near.placeOf(memory);
  }

  @Override
  public MemorySegment at(int peer, long place, long bytes) {
    return near.at(peer, place, bytes);
  }

  @Override
  public Exposure expose(MemorySegment memory) {
    Exposure ofNear = near.expose(memory);
    Exposure ofFar = exposeFar(memory, ofNear);
    byte[] key = RoutedKey.of(ofNear.key(), ofFar.key());
    return new Exposure() {
      @Override
      public byte[] key() {
        return key.clone();
      }

      @Override
      public void close() {
        try (ofNear) {
          ofFar.close();
        }
      }
    };
  }

  private Exposure exposeFar(MemorySegment memory, Exposure ofNear) {
    try {
      return far.expose(memory);
    } catch (RuntimeException | Error e) {
      ofNear.close();
      throw e;
    }
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    return routes.isNear(peer)
        ? near.reach(peer, RoutedKey.near(key))
        : new FarMemory(far.reach(peer, RoutedKey.far(key)), farLooks);
  }

  @Override
  public void share() {
    near.share();
    far.share();
  }

  @Override
  public MessageMemory memory() {
    return near.memory();
  }

  @Override
  public boolean sharesMemory(int peer) {
    return routes.isNear(peer) && near.sharesMemory(peer);
  }

  /** Messages to and from a peer of another host; none from any source, which are held. */
  @Override
  public Messages direct(Device device, int peer) {
    if (peer < 0 || routes.of(peer) != far) {
      return null;
    }
    Messages messages = far.direct(device, peer);
    if (messages != null && (farDevice == null || !farDevice.isOf(messages))) {
      farDevice = new FarDevice(messages, far, receives, farLooks);
    }
    return messages == null ? null : farDevice;
  }

  @Override
  public void attach(Completions completions) {
    near.attach(completions);
    far.attach(completions);
    receives.reportTo(completions);
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
    if (routes.isNear(peer)) {
      near.send(transfer, peer, tag, data, offset, length, synchronous);
    } else {
      farLooks.expect();
      far.send(transfer, peer, tag, data, offset, length, synchronous);
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    receives.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return receives.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    receives.receiveMatched(transfer, handle, into, offset, length);
  }

  @Override
  public void cancel(int transfer) {
    receives.cancel(transfer);
  }

  @Override
  public int progress() {
    farLooks.begin();
    int work = near.progress();
    expectAfter(work);
    if (farLooks.isDue()) {
      int moved = far.progress();
      expectAfter(moved);
      farLooks.looked(work, moved);
      work += moved;
    }
    return work + receives.match();
  }

  /** At once, because the other port may report a failure. */
  private void expectAfter(int work) {
    if (work > 0) {
      receives.expect();
    }
  }

  @Override
  public void paused() {
    receives.expect();
    farLooks.askNext();
  }

  /** Whether both may sleep, and neither has taken in a message for a held receive. */
  @Override
  public boolean arm() {
    farLooks.askNext();
    receives.expect();
    if (poll == null || !near.arm()) {
      return false;
    }
    if (far.arm() && receives.match() == 0) {
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
  public void wake(int peer) {
    near.wake(peer);
  }

  @Override
  public boolean settle() {
    receives.expect();
    boolean nearMoved = near.settle();
    return far.settle() || nearMoved;
  }

  @Override
  public void flush() {
    receives.expect();
    near.flush();
    far.flush();
  }

  @Override
  public void drain() {
    receives.expect();
    near.drain();
    far.drain();
  }

  @Override
  public void peerFailed(int peer) {
    routes.peerFailed(peer);
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
        receives.clear();
      }
    }
  }
}
