package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import java.util.Optional;

/**
 * The same hardware with ranks on some of its cores, in any order.
 *
 * @param whole a rank on each core
 * @param cores the core of each rank
 */
record PlacedNetwork(SimulatedNetwork whole, int... cores) implements SimulatedNetwork {

  @Override
  public int ranks() {
    return cores.length;
  }

  @Override
  public int links() {
    return whole.links();
  }

  @Override
  public LinkFigures link(int link) {
    return whole.link(link);
  }

  @Override
  public int path(int from, int to, int[] path) {
    return whole.path(cores[from], cores[to], path);
  }

  @Override
  public Protocol protocol(int from, int to) {
    return whole.protocol(cores[from], cores[to]);
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return whole.processor(cores[rank]);
  }

  @Override
  public Optional<DeviceFigures> device(int rank) {
    return whole.device(cores[rank]);
  }

  @Override
  public int devicePath(int rank, DeviceWay way, int[] path) {
    return whole.devicePath(cores[rank], way, path);
  }

  @Override
  public boolean isNear(int from, int to) {
    return whole.isNear(cores[from], cores[to]);
  }

  @Override
  public int peerPath(int from, int to, int[] path) {
    return whole.peerPath(cores[from], cores[to], path);
  }
}
