package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.NativeWords;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The accesses of a rank to memory of others. Between nodes a network adapter carries them out.
 * Each crosses the links to the target and back; it takes the time of this rank's processor to post
 * it and to handle its end, and none of the target's.
 *
 * <pre>
 *   put, atomic    data ──────────> takes effect ──> answer
 *   get            request ───────> is read ───────> data
 * </pre>
 *
 * <p>Ranks that share memory copy data themselves, and load and store words. A load takes no time
 * and sees the past; a store takes none and takes effect when this rank has done its work so far
 * and others could see it, and then makes them look.
 */
final class SimulatedAccesses {

  /** A request, or an answer. */
  private static final long SHORT_BYTES = 16;

  /** In place of a transfer: a word is stored or swapped, and nothing waits for it. */
  private static final int NO_TRANSFER = -1;

  private static final byte MARK = 'V';
  private static final int KEY_BYTES = Byte.BYTES + 2 * Long.BYTES;

  private final SimulatedFabric fabric;
  private final int rank;
  private final Processor processor;
  private final ProcessorFigures figures;
  private final MessagesInFlight flights;
  private final Completions completions;

  private final ExposedMemory exposed = new ExposedMemory();

  /** The ranks that share memory with this one and have reached some. */
  private int[] sharers = new int[0];

  SimulatedAccesses(
      SimulatedFabric fabric,
      int rank,
      Processor processor,
      ProcessorFigures figures,
      Completions completions) {
    this.fabric = fabric;
    this.rank = rank;
    this.processor = processor;
    this.figures = figures;
    this.flights = fabric.flights();
    this.completions = completions;
  }

  Exposure expose(MemorySegment memory) {
    byte[] key =
        ByteBuffer.allocate(KEY_BYTES)
            .put(MARK)
            .putLong(memory.address())
            .putLong(memory.byteSize())
            .array();
    Exposure exposure =
        new Exposure() {
          @Override
          public byte[] key() {
            return key.clone();
          }

          @Override
          public void close() {
            exposed.remove(this);
          }
        };
    exposed.add(exposure, memory);
    return exposure;
  }

  RemoteMemory reach(int peer, byte... key) {
    ByteBuffer words = ByteBuffer.wrap(key, Byte.BYTES, KEY_BYTES - Byte.BYTES);
    long address = words.getLong();
    long bytes = words.getLong();
    SimulatedAccesses owner = fabric.port(peer).accesses();
    MemorySegment.Scope scope = owner.exposed.scope(address, bytes);
    if (isShared(peer)) {
      owner.addSharer(rank);
    }
    return new Reached(peer, address, bytes, scope);
  }

  /** Whether this rank shares memory with a peer: they copy each other's messages. */
  boolean isShared(int peer) {
    return peer == rank || fabric.network().protocol(peer, rank).mover() == Protocol.Mover.COPY;
  }

  private void addSharer(int sharer) {
    if (Arrays.stream(sharers).noneMatch(known -> known == sharer)) {
      sharers = Arrays.copyOf(sharers, sharers.length + 1);
      sharers[sharers.length - 1] = sharer;
    }
  }

  /** Memory of a peer, or of this rank. */
  private final class Reached implements RemoteMemory {
    private final int peer;
    private final MemorySegment memory;
    private final MemorySegment.Scope scope;
    private final boolean isShared;

    Reached(int peer, long address, long bytes, MemorySegment.Scope scope) {
      this.peer = peer;
      this.memory = MemorySegment.ofAddress(address).reinterpret(bytes);
      this.scope = scope;
      isShared = isShared(peer);
    }

    @Override
    public MemorySegment direct() {
      return peer == rank ? memory : null;
    }

    @Override
    public MemorySegment mapped() {
      return memory;
    }

    @Override
    public boolean hasWords() {
      return isShared;
    }

    @Override
    public void store(long offset, long value) {
      word(Access.PUT, peer, memory.address() + offset, 0, value);
    }

    @Override
    public void swap(long offset, long expected, long value) {
      word(Access.COMPARE_AND_SWAP, peer, memory.address() + offset, expected, value);
    }

    @Override
    public MemorySegment.Scope scope() {
      return scope;
    }

    @Override
    public void access(
        Access access,
        int transfer,
        MemorySegment local,
        long localOffset,
        long offset,
        long length) {
      if (isShared && length > Long.BYTES) {
        copy(access, transfer, peer, local, localOffset, memory.address() + offset, length);
      } else {
        begin(access, transfer, peer, local, localOffset, memory.address() + offset, length);
      }
    }
  }

  private void word(RemoteMemory.Access access, int peer, long address, long expected, long value) {
    boolean isStore = access == RemoteMemory.Access.PUT;
    processor.work(Work.POST, isStore ? 0 : figures.post());
    int flight = add(access, NO_TRANSFER, peer, null, value, address, Long.BYTES);
    flights.tag[flight] = expected;
    fabric.findPath(flight, rank, peer);
    fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.DATA, flight);
  }

  private void landWord(int flight) {
    long address = flights.into[flight];
    int peer = flights.target[flight];
    if (flights.access[flight] == RemoteMemory.Access.PUT) {
      NativeWords.release(address, flights.from[flight]);
      fabric.port(peer).accesses().wakeSharers();
    } else {
      NativeWords.compareAndExchange(address, flights.tag[flight], flights.from[flight]);
      processor.wakeLater();
    }
    flights.remove(flight);
  }

  private void wakeSharers() {
    for (int sharer : sharers) {
      fabric.port(sharer).processor().wakeLater();
    }
  }

  /** This rank's processor copies data to or from memory that it shares. */
  private void copy(
      RemoteMemory.Access access,
      int transfer,
      int peer,
      MemorySegment local,
      long localOffset,
      long address,
      long length) {
    int flight = add(access, transfer, peer, local, localOffset, address, length);
    flights.protocol[flight] = fabric.network().protocol(peer, rank);
    flights.landed[flight] = true;
    fabric.findMemoryPath(flight, peer, rank);
    processor.come(SimulatedFabric.COPY, flight);
  }

  private void begin(
      RemoteMemory.Access access,
      int transfer,
      int peer,
      MemorySegment local,
      long localOffset,
      long address,
      long length) {
    processor.work(Work.POST, figures.post());
    if (access == RemoteMemory.Access.FLUSH) {
      // An access ends here only after it has taken effect there.
      completions.completed(transfer, 0, 0);
      return;
    }
    int flight = add(access, transfer, peer, local, localOffset, address, length);
    flights.length[flight] = access == RemoteMemory.Access.GET ? SHORT_BYTES : length;
    fabric.findPath(flight, rank, peer);
    fabric.launch(flight, processor.clock());
  }

  private int add(
      RemoteMemory.Access access,
      int transfer,
      int peer,
      MemorySegment local,
      long localOffset,
      long address,
      long length) {
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = peer;
    flights.access[flight] = access;
    flights.sending[flight] = transfer;
    boolean isNative = local != null && local.isNative();
    // Any thread may carry it out; the engine keeps the memory reachable.
    flights.copy[flight] = isNative ? NativeWords.memory() : local;
    flights.from[flight] = isNative ? local.address() + localOffset : localOffset;
    flights.into[flight] = address;
    flights.tag[flight] = length;
    flights.length[flight] = length;
    flights.protocol[flight] = null;
    flights.landed[flight] = false;
    flights.open[flight] = 0;
    return flight;
  }

  /** An access has arrived at its target, or come back. */
  void land(int flight) {
    if (flights.sending[flight] == NO_TRANSFER) {
      landWord(flight);
    } else if (flights.protocol[flight] != null) {
      carryOut(flight);
      processor.endCopy();
      end(flight);
    } else if (flights.landed[flight]) {
      processor.come(SimulatedFabric.END, flight);
    } else {
      flights.landed[flight] = true;
      carryOut(flight);
      RemoteMemory.Access access = flights.access[flight];
      flights.length[flight] =
          access == RemoteMemory.Access.GET ? flights.tag[flight] : SHORT_BYTES;
      if (flights.tag[flight] == Long.BYTES && access != RemoteMemory.Access.GET) {
        fabric.port(flights.target[flight]).accesses().wakeSharers();
      }
      fabric.findPath(flight, flights.target[flight], rank);
      fabric.launch(flight, fabric.now());
    }
  }

  private void carryOut(int flight) {
    long length = flights.tag[flight];
    if (fabric.carries(length)) {
      flights.access[flight].carryOut(
          flights.copy[flight], flights.from[flight], flights.into[flight], length);
    }
  }

  /** An access has ended; it was reported before if its peer failed. */
  void end(int flight) {
    int transfer = flights.sending[flight];
    long length = flights.tag[flight];
    flights.remove(flight);
    if (transfer != NO_TRANSFER) {
      completions.completed(transfer, 0, length);
    }
  }

  /** A peer has failed: what is open to it never takes effect. */
  void peerFailed(int peer) {
    for (int flight = 0; flight < flights.rows(); flight++) {
      boolean isOpen = flights.access[flight] != null && flights.sending[flight] != NO_TRANSFER;
      if (isOpen && flights.source[flight] == rank && flights.target[flight] == peer) {
        int transfer = flights.sending[flight];
        flights.sending[flight] = NO_TRANSFER;
        completions.failed(
            transfer, Completions.Failure.UNREACHABLE, SimulatedSupervision.HAS_FAILED);
      }
    }
  }
}
