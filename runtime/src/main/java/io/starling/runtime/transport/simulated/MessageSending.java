package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import java.lang.foreign.MemorySegment;

/** Handles the messages that leave a rank. */
final class MessageSending {

  private final SimulatedFabric fabric;
  private final int rank;
  private final Processor processor;
  private final ProcessorFigures figures;
  private final MessagesInFlight flights;
  private final Completions completions;

  MessageSending(
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

  void send(int transfer, int peer, long tag, long from, long length, boolean synchronous) {
    if (processor.isLate()) {
      return;
    }
    processor.work(Work.POST, figures.post());
    Protocol protocol = fabric.network().protocol(rank, peer);
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = peer;
    flights.tag[flight] = tag;
    flights.length[flight] = length;
    flights.from[flight] = from;
    flights.sending[flight] = transfer;
    flights.receiving[flight] = MessagesInFlight.UNMATCHED;
    flights.protocol[flight] = protocol;
    flights.landed[flight] = false;
    fabric.findPath(flight, rank, peer);
    boolean eager = length <= protocol.eagerBytes() && !synchronous;
    flights.eager[flight] = eager;
    flights.open[flight] = (byte) (eager ? 1 : 2);
    if (eager) {
      sendAtOnce(flight);
      end(flight);
    } else {
      fabric.schedule(
          processor.clock() + flights.latency[flight], SimulatedFabric.ENVELOPE, flight);
    }
  }

  private void sendAtOnce(int flight) {
    long length = flights.length[flight];
    if (fabric.carries(flight)) {
      flights.copy[flight] = MemorySegment.ofArray(new byte[(int) length]);
      Bytes.copy(
          MessageReception.memory(flights.from[flight], length),
          0,
          flights.copy[flight],
          0,
          length);
    }
    processor.work(Work.COPY, VirtualTime.ofBytes(length, figures.copyPerByte()));
    if (processor.isLate()) {
      return;
    }
    fabric.launch(flight, processor.clock());
    fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.ENVELOPE, flight);
  }

  /** The sender needs the memory of a message no longer; it has ended before if its peer failed. */
  void end(int flight) {
    int transfer = flights.sending[flight];
    if (transfer == MessagesInFlight.SENT) {
      return;
    }
    flights.sending[flight] = MessagesInFlight.SENT;
    completions.completed(transfer, flights.tag[flight], flights.length[flight]);
  }

  /** The number of sends to a peer that have not ended. */
  int openTo(int peer) {
    int open = 0;
    for (int flight = 0; flight < flights.rows(); flight++) {
      if (isOpenTo(peer, flight)) {
        open++;
      }
    }
    return open;
  }

  private boolean isOpenTo(int peer, int flight) {
    return flights.isMessage(flight)
        && flights.source[flight] == rank
        && flights.target[flight] == peer
        && flights.sending[flight] != MessagesInFlight.SENT;
  }

  /** A peer has failed: what is open to it never arrives. */
  void peerFailed(int peer) {
    for (int flight = 0; flight < flights.rows(); flight++) {
      if (isOpenTo(peer, flight)) {
        int transfer = flights.sending[flight];
        flights.sending[flight] = MessagesInFlight.SENT;
        completions.failed(
            transfer, Completions.Failure.UNREACHABLE, SimulatedSupervision.HAS_FAILED);
      }
    }
  }
}
