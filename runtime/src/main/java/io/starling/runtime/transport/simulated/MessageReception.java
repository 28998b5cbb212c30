package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import io.starling.runtime.transport.simulated.Protocol.Mover;
import java.lang.foreign.MemorySegment;

/** Handles the messages that arrive at a rank: matches them with receives and moves their data. */
final class MessageReception {

  private final SimulatedFabric fabric;
  private final Processor processor;
  private final ProcessorFigures figures;
  private final MessagesInFlight flights;
  private final Matching matching;
  private final Completions completions;

  MessageReception(
      SimulatedFabric fabric,
      Processor processor,
      ProcessorFigures figures,
      Matching matching,
      Completions completions) {
    this.fabric = fabric;
    this.processor = processor;
    this.figures = figures;
    this.flights = fabric.flights();
    this.matching = matching;
    this.completions = completions;
  }

  /** Matches a message with a receive, or queues it. */
  void find(int flight) {
    if (fabric.isLost(flight)) {
      return;
    }
    if (!flights.eager[flight]) {
      processor.work(Work.HANDLE, figures.handle());
    }
    if (matching.find(flight)) {
      match(flight, matching.transfer(), matching.address(), matching.capacity());
    }
  }

  /** Joins a message and its receive. */
  void match(int flight, int transfer, long into, long capacity) {
    long length = flights.length[flight];
    boolean eager = flights.eager[flight];
    boolean fits = length <= capacity;
    flights.receiving[flight] = fits ? transfer : MessagesInFlight.DROPPED;
    flights.into[flight] = into;
    if (!fits) {
      completions.failed(transfer, Completions.Failure.TRUNCATED, null);
    }
    if (eager) {
      if (flights.landed[flight]) {
        deliver(flight);
      }
    } else if (!fits) {
      close(flight);
      fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.END, flight);
    } else {
      fetch(flight);
    }
  }

  /** Starts to move the data of a matched message. */
  private void fetch(int flight) {
    long latency = flights.latency[flight];
    switch (flights.protocol[flight].mover()) {
      case READ ->
          fabric.launch(flight, processor.clock() + latency + flights.protocol[flight].start());
      case WRITE -> fabric.schedule(processor.clock() + latency, SimulatedFabric.ANSWER, flight);
      case COPY -> processor.copyLater(flight);
    }
  }

  /** The last byte of a message has arrived; an adapter has written it to its destination. */
  void land(int flight) {
    boolean eager = flights.eager[flight];
    if (!eager) {
      carry(flight);
    }
    if (!eager && flights.protocol[flight].mover() == Mover.COPY) {
      copied(flight);
    } else {
      processor.come(SimulatedFabric.DATA, flight);
    }
  }

  /** The processor has finished a copy and is free again. */
  private void copied(int flight) {
    processor.endCopy();
    complete(flight);
    fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.END, flight);
    close(flight);
  }

  /** The processor handles the arrival of a message's data. */
  void accept(int flight) {
    processor.work(Work.HANDLE, figures.handle());
    if (flights.eager[flight]) {
      flights.landed[flight] = true;
      if (flights.receiving[flight] != MessagesInFlight.UNMATCHED) {
        deliver(flight);
      }
      return;
    }
    if (flights.receiving[flight] == MessagesInFlight.DROPPED) {
      // The sender failed meanwhile.
      return;
    }
    complete(flight);
    if (flights.protocol[flight].mover() == Mover.READ) {
      fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.END, flight);
    }
    close(flight);
  }

  /**
   * A peer has failed: the data of its messages never arrives, unless it has copied that. Those
   * that have no receive yet are forgotten.
   */
  void peerFailed(int rank, int peer) {
    matching.removeIf(fabric::isLost);
    for (int flight = 0; flight < flights.rows(); flight++) {
      boolean isIts = flights.source[flight] == peer && flights.target[flight] == rank;
      int transfer = flights.receiving[flight];
      if (isIts && flights.isMessage(flight) && !flights.eager[flight] && transfer >= 0) {
        flights.receiving[flight] = MessagesInFlight.DROPPED;
        completions.failed(
            transfer, Completions.Failure.UNREACHABLE, SimulatedSupervision.HAS_FAILED);
      }
    }
  }

  /** Copies an eager message to its destination. */
  private void deliver(int flight) {
    if (flights.receiving[flight] != MessagesInFlight.DROPPED) {
      processor.work(Work.COPY, VirtualTime.ofBytes(flights.length[flight], figures.copyPerByte()));
      carry(flight);
      complete(flight);
    }
    close(flight);
  }

  private void carry(int flight) {
    if (fabric.carries(flight)) {
      long length = flights.length[flight];
      MemorySegment copy = flights.copy[flight];
      MemorySegment from = copy != null ? copy : memory(flights.from[flight], length);
      Bytes.copy(from, 0, memory(flights.into[flight], length), 0, length);
    }
  }

  private void complete(int flight) {
    int transfer = flights.receiving[flight];
    flights.receiving[flight] = MessagesInFlight.RECEIVED;
    completions.completed(transfer, flights.tag[flight], flights.length[flight]);
  }

  /** The same native memory, accessible by every thread; the engines keep it reachable. */
  static MemorySegment memory(long address, long length) {
    return MemorySegment.ofAddress(address).reinterpret(length);
  }

  void close(int flight) {
    if (--flights.open[flight] == 0) {
      flights.remove(flight);
    }
  }
}
