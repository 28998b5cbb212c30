package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
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

  /** Where sends go; null for a rank that has not been used, has not joined or has left. */
  private final Peer[] peers;

  /** Where messages come from; unlike {@link #peers} also those that have left. */
  private final Peer[] sources;

  private final PeerNumbers numbers;
  private final BitSet failed = new BitSet();
  private final IntSupplier work = this::progress;
  private final Boards boards = new Boards();

  private final ExposedMemory exposedMemory = new ExposedMemory();

  private Sender sender;
  private Receiver receiver;
  private Completions completions;
  private long longestSleep = Long.MAX_VALUE;
  private boolean closed;

  /** Makes this rank's region and publishes its address. */
  public SharedPort(int rank, int size, AddressBook addresses, SharedSettings settings) {
    this(rank, size, size, addresses, settings);
  }

  /**
   * The same, with room for peers that join. A rank that joins has the last of {@code size}
   * numbers.
   *
   * @param capacity the same for all ranks; each peer takes a MiB of address space
   */
  public SharedPort(
      int rank, int size, int capacity, AddressBook addresses, SharedSettings settings) {
    this.rank = rank;
    this.addresses = addresses;
    this.settings = settings;
    this.region = SharedRegion.create(rank, capacity, settings, linux);
    this.heap = new SharedHeap(region, new Linux(Arena.ofAuto()));
    this.bell = settings.onDescriptor() ? new Bell(rank, region.base(), linux, arena) : null;
    this.sleepState =
        new SleepState(rank, region.base(), settings.sleepsSeldom(), new Linux(arena), bell);
    this.ownAlarm = new Alarm(region.base(), region.address().process(), linux);
    this.peers = new Peer[capacity];
    this.sources = new Peer[capacity];
    this.numbers = new PeerNumbers(rank, size, capacity);
    linux.permitPeers();
    addresses.publish(rank, region.address().encode());
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return numbers.size();
  }

  @Override
  public int capacity() {
    return numbers.capacity();
  }

  @Override
  public void connect(int peer, byte[] address) {
    numbers.checkJoin(peer);
    // Now, because its process may have ended when its first message is received.
    sources[peer] = map(peer, address);
    skip(peer);
  }

  @Override
  public void skip(int peer) {
    numbers.join(peer);
    freeIdle();
  }

  @Override
  public void disconnect(int peer) {
    numbers.checkLeave(peer, this::openSendsTo);
    receiver.takeAll();
    if (receiver.hasFrom(peer)) {
      mapForLast(peer);
    }
    numbers.leave(peer);
    peers[peer] = null;
    receiver.peerLeft(peer);
    freeIdle();
  }

  /** The memory of a peer is needed, perhaps for the first time, and can't be mapped later. */
  private void mapForLast(int peer) {
    try {
      source(peer);
    } catch (TransportException e) {
      // It has ended: the receives of its messages fail.
    }
  }

  private int openSendsTo(int peer) {
    if (sources[peer] == null) {
      return 0;
    }
    progress();
    return sender.openTo(sources[peer]);
  }

  /** Frees what peers that have left were used with, if no message needs it. */
  private void freeIdle() {
    numbers.left().stream()
        .filter(number -> sources[number] != null && !sources[number].staysMapped())
        .filter(number -> receiver.isIdle(number, sources[number]))
        .filter(number -> sender.isIdle(sources[number]))
        .forEach(
            number -> {
              sources[number].leave();
              sources[number] = null;
            });
  }

  @Override
  public boolean isNear(int peer) {
    return peer != rank;
  }

  @Override
  public boolean sharesMemory(int peer) {
    return true;
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
    receiver = new Receiver(region, settings.exclusiveCores(), this::source, numbers, completions);
  }

  /** Ranks that share cores would only wait for the core, and have messages that pass it on. */
  @Override
  public Board board(int group, int[] ranks) {
    if (!settings.exclusiveCores()) {
      return null;
    }
    return new SharedBoard(group, ranks, rank, this::peer, boards, completions);
  }

  @Override
  public long placeOf(MemorySegment memory) {
    boolean isShared = region.contains(memory.address(), memory.byteSize());
    return isShared ? memory.address() - region.base() : NOWHERE;
  }

  @Override
  public MemorySegment at(int peer, long place, long bytes) {
    return peer(peer).part(place, bytes);
  }

  @Override
  public Exposure expose(MemorySegment exposed) {
    SharedExposure exposure = new SharedExposure(region, exposed, exposedMemory::remove);
    exposedMemory.add(exposure, exposed);
    return exposure;
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    return SharedExposure.reach(rank, peer(peer), key, completions, exposedMemory);
  }

  private Peer peer(int number) {
    Peer peer = peers[number];
    return peer != null ? peer : reach(number);
  }

  private Peer reach(int number) {
    numbers.checkReach(number);
    peers[number] = source(number);
    return peers[number];
  }

  private Peer source(int number) {
    Peer source = sources[number];
    if (source == null) {
      numbers.checkReach(number);
      source =
          number == rank ? Peer.self(rank, region, linux) : map(number, addresses.lookUp(number));
      sources[number] = source;
    }
    return source;
  }

  private Peer map(int number, byte[] bytes) {
    RegionAddress address = RegionAddress.decode(rank, number, bytes);
    Peer peer = Peer.connect(rank, number, address, settings.reachesPrivateMemory(), linux);
    if (failed.get(number)) {
      peer.fail();
    }
    return peer;
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
    receiver.cancel(transfer);
  }

  @Override
  public int progress() {
    return receiver.progress() + sender.progress() + boards.progress();
  }

  @Override
  public void peerFailed(int peer) {
    failed.set(peer);
    receiver.peerFailed(peer, sources[peer]);
    if (sources[peer] != null) {
      sources[peer].fail();
      sender.peerFailed(sources[peer]);
    }
  }

  /** The thread that makes progress from now on sleeps after nearly every message. */
  @Override
  public void share() {
    sleepState.sleepOften();
  }

  @Override
  public boolean arm() {
    receiver.losePatience();
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

  @Override
  public void wake(int peer) {
    peer(peer).wake();
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
      for (Peer peer : sources) {
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
