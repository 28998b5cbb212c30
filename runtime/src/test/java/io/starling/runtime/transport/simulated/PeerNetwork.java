package io.starling.runtime.transport.simulated;

import java.util.Optional;

/** Two of a {@link DeviceNetwork}'s ranks, whose devices reach each other's memory. */
record PeerNetwork(DeviceNetwork one) implements SimulatedNetwork {

  @Override
  public int ranks() {
    return 2;
  }

  @Override
  public int links() {
    return 2 * one.links();
  }

  @Override
  public LinkFigures link(int link) {
    return one.link(link % one.links());
  }

  @Override
  public int path(int from, int to, int[] path) {
    return 0;
  }

  @Override
  public Protocol protocol(int from, int to) {
    return new Protocol(1 << 10, Protocol.Mover.READ);
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return ProcessorFigures.FREE;
  }

  @Override
  public Optional<DeviceFigures> device(int rank) {
    return one.device(0);
  }

  @Override
  public int devicePath(int rank, DeviceWay way, int[] path) {
    path[0] = link(rank, way);
    return 1;
  }

  @Override
  public boolean isNear(int from, int to) {
    return from != to;
  }

  @Override
  public int peerPath(int from, int to, int[] path) {
    path[0] = link(from, DeviceWay.OUT);
    path[1] = link(to, DeviceWay.IN);
    return 2;
  }

  private int link(int rank, DeviceWay way) {
    return rank * one.links() + way.ordinal();
  }
}
