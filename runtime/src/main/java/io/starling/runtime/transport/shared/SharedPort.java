package io.starling.runtime.transport.shared;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.function.IntSupplier;

/**
 * A rank's port to the ranks of its host, which are processes or threads. A peer's memory is mapped
 * with the first message to or from it.
 */
public final class SharedPort implements Port {

  /** The sleep while sends wait for room in a ring: a rank is not notified of room. */
  private static final long LONGEST_SLEEP_WITHOUT_ROOM = 50_000;

  private final int rank;
  private final AddressBook addresses;
  private final SharedSettings settings;
  private final Arena arena = Arena.ofShared();
  private final Linux linux = new Linux(arena);
  private final SharedRegion region;
  private final SharedHeap heap;
  private final Bell bell;
  private final Alarm ownAlarm;
  private final SleepState sleepState;
  private final Peer[] peers;
  private final BitSet failed = new BitSet();
  private final IntSupplier work = this::progress;
  private final Boards boards = new Boards();
  private Sender sender;
  private Receiver receiver;
  private Completions completions;
  private long longestSleep = Long.MAX_VALUE;
  private boolean closed;

  /** Makes this rank's region and publishes its address. */
  public SharedPort(int rank, int size, AddressBook addresses, SharedSettings settings) {
    this.rank = rank;
    this.addresses = addresses;
    this.settings = settings;
    this.region = SharedRegion.create(rank, size, settings, linux);
    this.heap = new SharedHeap(region, new Linux(Arena.ofAuto()));
    this.bell = settings.onDescriptor() ? new Bell(rank, region.base(), linux, arena) : null;
    this.sleepState = new SleepState(rank, region.base(), new Linux(arena), bell);
    this.ownAlarm = new Alarm(region.base(), region.address().process(), linux);
    this.peers = new Peer[size];
    linux.permitPeers();
    addresses.publish(rank, region.address().encode());
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return peers.length;
  }

  @Override
  public boolean isNear(int peer) {
    return peer != rank;
  }

  @Override
  public boolean takesHeap(int peer) {
    return true;
  }

  @Override
  public MessageMemory memory() {
    return heap;
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    sender = new Sender(rank, settings.exclusiveCores(), region, heap, completions);
    receiver = new Receiver(region, settings.exclusiveCores(), this::peer, completions);
  }

  /** Ranks that share cores would only wait for the core, and have messages that pass it on. */
  @Override
  public Board board(int group, int[] ranks) {
    if (!settings.exclusiveCores()) {
      return null;
    }
    return new SharedBoard(group, ranks, rank, this::peer, boards, completions);
  }

  private Peer peer(int number) {
    Peer peer = peers[number];
    return peer != null ? peer : connect(number);
  }

  private Peer connect(int number) {
    if (number == rank) {
      peers[number] = Peer.self(rank, region, linux);
    } else {
      RegionAddress address = RegionAddress.decode(rank, number, addresses.lookUp(number));
      peers[number] =
          Peer.connect(rank, number, address, settings.reachesPrivateMemory(), linux, arena);
    }
    if (failed.get(number)) {
      peers[number].fail();
    }
    return peers[number];
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
    boolean isNative = data.isNative();
    long place = isNative ? data.address() + offset : offset;
    sender.send(transfer, peer(peer), tag, isNative ? null : data, place, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    if (into.isNative()) {
      receiver.receive(transfer, tag, mask, null, into.address() + offset, length);
    } else {
      receiver.receive(transfer, tag, mask, into, offset, length);
    }
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return receiver.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    if (into.isNative()) {
      receiver.receiveRemoved(transfer, (int) handle, null, into.address() + offset, length);
    } else {
      receiver.receiveRemoved(transfer, (int) handle, into, offset, length);
    }
  }

  @Override
  public void cancel(int transfer) {
    if (!boards.cancel(transfer)) {
      receiver.cancel(transfer);
    }
  }

  @Override
  public int progress() {
    return receiver.progress() + sender.progress() + boards.progress();
  }

  @Override
  public void peerFailed(int peer) {
    failed.set(peer);
    receiver.peerFailed(peer, peers[peer]);
    if (peers[peer] != null) {
      peers[peer].fail();
      sender.peerFailed(peers[peer]);
    }
  }

  @Override
  public boolean arm() {
    longestSleep =
        sender.isWaiting() || boards.waitForReaders() ? LONGEST_SLEEP_WITHOUT_ROOM : Long.MAX_VALUE;
    return sleepState.lieDown(work);
  }

  @Override
  public void sleep(long nanoseconds) {
    sleepState.sleep(Math.min(nanoseconds, longestSleep));
  }

  @Override
  public int descriptor() {
    return bell == null ? -1 : bell.descriptor();
  }

  @Override
  public void disarm() {
    sleepState.getUp();
  }

  /** The longest time for which {@link #arm} allows a sleep. */
  @Override
  public long longestSleep() {
    return Math.min(longestSleep, Port.super.longestSleep());
  }

  @Override
  public void wake() {
    ownAlarm.sound();
  }

  /**
   * Frees the port's resources. To be called when no peer uses this rank's memory any more;
   * allocations from {@link #memory} stay usable.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (receiver != null) {
        receiver.close();
      }
      for (Peer peer : peers) {
        if (peer != null) {
          peer.leave();
        }
      }
      ownAlarm.close();
      if (bell != null) {
        bell.close();
      }
      region.close();
      arena.close();
    }
  }
}
