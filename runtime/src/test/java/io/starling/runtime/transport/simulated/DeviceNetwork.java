package io.starling.runtime.transport.simulated;

import java.util.Optional;

/**
 * One rank with a device: a microsecond of latency and 10 GB/s each way between it and the host,
 * 200 GB/s inside.
 *
 * @param figures what the device costs the processor
 */
record DeviceNetwork(DeviceFigures figures) implements SimulatedNetwork {

  static final long LATENCY = 1_000_000;
  static final double COPY_PER_BYTE = 100;
  static final double TOUCH_PER_BYTE = 5;

  @Override
  public int ranks() {
    return 1;
  }

  @Override
  public int links() {
    return DeviceWay.values().length;
  }

  @Override
  public LinkFigures link(int link) {
    double perByte = link == DeviceWay.WITHIN.ordinal() ? TOUCH_PER_BYTE : COPY_PER_BYTE;
    return new LinkFigures(DeviceWay.values()[link].name(), LATENCY, 0, perByte);
  }

  @Override
  public int path(int from, int to, int[] path) {
    return 0;
  }

  @Override
  public Protocol protocol(int from, int to) {
    return new Protocol(-1, Protocol.Mover.READ);
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return ProcessorFigures.FREE;
  }

  @Override
  public Optional<DeviceFigures> device(int rank) {
    return Optional.of(figures);
  }

  @Override
  public int devicePath(int rank, DeviceWay way, int[] path) {
    path[0] = way.ordinal();
    return 1;
  }
}
