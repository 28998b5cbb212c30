package io.starling.collectives.communicator;

import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;

/**
 * Hosts with one rank each: even ranks in one rack, odd ranks in another. A rack's uplink is as
 * fast as that of a single host.
 */
record TwoRacks(int ranks) implements SimulatedNetwork {

  private static final double PICOSECONDS_A_BYTE = 1_000;

  @Override
  public int links() {
    return 2 * ranks + 4;
  }

  @Override
  public LinkFigures link(int link) {
    long microseconds = link < 2 * ranks ? 5 : 20;
    return new LinkFigures(
        "link " + link, microseconds * VirtualTime.PER_MICROSECOND, 0, PICOSECONDS_A_BYTE);
  }

  @Override
  public int path(int from, int to, int[] path) {
    int count = 0;
    path[count++] = 2 * from;
    if (from % 2 != to % 2) {
      path[count++] = 2 * ranks + from % 2;
      path[count++] = 2 * ranks + 2 + to % 2;
    }
    path[count++] = 2 * to + 1;
    return count;
  }

  @Override
  public Protocol protocol(int from, int to) {
    return new Protocol(4096, Protocol.Mover.READ);
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return new ProcessorFigures(100_000, 100_000, 100, 100);
  }
}
