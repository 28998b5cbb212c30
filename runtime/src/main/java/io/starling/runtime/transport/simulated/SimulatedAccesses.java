package io.starling.runtime.transport.simulated;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.ExposedMemory;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The accesses of a rank to memory of others, as a network adapter carries them out. Each crosses
 * the links to the target and back; it takes the time of this rank's processor to post it and to
 * handle its end, and none of the target's.
 *
 * <pre>
 *   put, atomic    data ──────────> takes effect ──> answer
 *   get            request ───────> is read ───────> data
 * </pre>
 */
final class SimulatedAccesses {

  /** A request, or an answer. */
  private static final long SHORT_BYTES = 16;

  private static final byte MARK = 'V';
  private static final int KEY_BYTES = Byte.BYTES + 2 * Long.BYTES;

  private final SimulatedFabric fabric;
  private final int rank;
  private final Processor processor;
  private final ProcessorFigures figures;
  private final MessagesInFlight flights;
  private final Completions completions;

  private final ExposedMemory exposed = new ExposedMemory();

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
    if (!fabric.carriesData()) {
      throw new UnsupportedOperationException(
          "rank %d: messages have no contents here, so memory that others access would have none; make the fabric with data"
              .formatted(rank));
    }
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
    MemorySegment.Scope scope = fabric.port(peer).accesses().exposed.scope(address, bytes);
    return new RemoteMemory() {
      @Override
      public MemorySegment direct() {
        return peer == rank ? MemorySegment.ofAddress(address).reinterpret(bytes) : null;
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
        begin(access, transfer, peer, local, localOffset, address + offset, length);
      }
    };
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
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = peer;
    flights.access[flight] = access;
    flights.sending[flight] = transfer;
    flights.copy[flight] = local;
    flights.from[flight] = localOffset;
    flights.into[flight] = address;
    flights.tag[flight] = length;
    flights.landed[flight] = false;
    flights.open[flight] = 0;
    flights.length[flight] = access == RemoteMemory.Access.GET ? SHORT_BYTES : length;
    fabric.findPath(flight, rank, peer);
    fabric.launch(flight, processor.clock());
  }

  /** An access has arrived at its target, or come back. */
  void land(int flight) {
    if (flights.landed[flight]) {
      processor.come(SimulatedFabric.END, flight);
      return;
    }
    flights.landed[flight] = true;
    RemoteMemory.Access access = flights.access[flight];
    long length = flights.tag[flight];
    access.carryOut(flights.copy[flight], flights.from[flight], flights.into[flight], length);
    flights.length[flight] = access == RemoteMemory.Access.GET ? length : SHORT_BYTES;
    fabric.findPath(flight, flights.target[flight], rank);
    fabric.launch(flight, fabric.now());
  }

  /** An access has ended. */
  void end(int flight) {
    int transfer = flights.sending[flight];
    long length = flights.tag[flight];
    flights.remove(flight);
    completions.completed(transfer, 0, length);
  }
}
