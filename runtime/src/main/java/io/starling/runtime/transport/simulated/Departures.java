package io.starling.runtime.transport.simulated;

import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import io.starling.runtime.transport.simulated.Protocol.Mover;
import java.lang.foreign.MemorySegment;

/** Sends a rank's messages on their way. */
final class Departures {

  private final SimulatedFabric fabric;
  private final Network network;
  private final Flights flights;
  private final Processor processor;
  private final ProcessorFigures figures;
  private final int rank;

  Departures(SimulatedFabric fabric, Processor processor, int rank) {
    this.fabric = fabric;
    this.processor = processor;
    this.rank = rank;
    network = fabric.network();
    flights = fabric.flights();
    figures = network.processor(rank);
  }

  /** Starts to send; returns whether the memory may be reused already. */
  boolean send(int transfer, int peer, long tag, long address, long length, boolean synchronous) {
    processor.work(Work.POST, figures.post());
    Protocol protocol = network.protocol(rank, peer);
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = peer;
    flights.tag[flight] = tag;
    flights.length[flight] = length;
    flights.from[flight] = address;
    flights.sending[flight] = transfer;
    flights.receiving[flight] = Flights.UNMATCHED;
    flights.mover[flight] = protocol.mover();
    flights.landed[flight] = false;
    findPath(flight, peer);
    boolean eager = length <= protocol.eagerBytes() && !synchronous;
    flights.eager[flight] = eager;
    flights.open[flight] = (byte) (eager ? 1 : 2);
    if (eager) {
      sendAtOnce(flight);
    }
    fabric.schedule(processor.clock() + flights.latency[flight], SimulatedFabric.ENVELOPE, flight);
    return eager;
  }

  private void findPath(int flight, int peer) {
    int hops = peer == rank ? 0 : network.path(rank, peer, fabric.path());
    long latency = 0;
    for (int hop = 0; hop < hops; hop++) {
      int lane = fabric.path()[hop];
      flights.path[flight * Network.LONGEST_PATH + hop] = lane;
      latency += fabric.latency(lane);
    }
    flights.hops[flight] = (byte) hops;
    flights.latency[flight] = latency;
  }

  private void sendAtOnce(int flight) {
    long length = flights.length[flight];
    if (fabric.carriesData()) {
      flights.copy[flight] = MemorySegment.ofArray(new byte[(int) length]);
      MemorySegment.copy(
          Arrivals.memory(flights.from[flight], length), 0, flights.copy[flight], 0, length);
    }
    long now = processor.clock();
    if (flights.mover[flight] == Mover.COPY) {
      processor.work(Work.COPY, fabric.move(flight, now) - now);
      flights.landed[flight] = true;
    } else {
      processor.work(Work.COPY, VirtualTime.ofBytes(length, figures.copyPerByte()));
      fabric.launch(flight, processor.clock());
    }
  }
}
