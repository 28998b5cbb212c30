package io.starling.collectives.communicator;

import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.Optional;

/** Hockney's model with a device for each rank, which is as slow as messages are. */
record DeviceHockneyNetwork(HockneyNetwork messages) implements SimulatedNetwork {

  private static final int WAYS = DeviceWay.values().length;

  @Override
  public int ranks() {
    return messages.ranks();
  }

  @Override
  public int links() {
    return messages.links() + WAYS * ranks();
  }

  @Override
  public LinkFigures link(int link) {
    return link < messages.links()
        ? messages.link(link)
        : new LinkFigures("device link " + link, VirtualTime.PER_MICROSECOND, 0, 100);
  }

  @Override
  public int path(int from, int to, int[] path) {
    return messages.path(from, to, path);
  }

  @Override
  public Protocol protocol(int from, int to) {
    return messages.protocol(from, to);
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return messages.processor(rank);
  }

  @Override
  public Optional<DeviceFigures> device(int rank) {
    return Optional.of(new DeviceFigures(300_000, 200_000));
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
    return messages.links() + WAYS * rank + way.ordinal();
  }
}
