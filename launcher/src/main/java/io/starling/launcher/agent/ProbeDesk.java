package io.starling.launcher.agent;

import io.starling.launcher.agent.AgentMessage.Measure;
import io.starling.launcher.agent.AgentMessage.Measured;
import io.starling.launcher.agent.AgentMessage.NotMeasured;
import io.starling.launcher.agent.AgentMessage.StationOpened;
import io.starling.topology.locality.probe.ProbeStation;
import java.io.IOException;
import java.net.InetAddress;

/** A host's {@link ProbeStation}, as it is asked for by messages. */
public final class ProbeDesk implements AutoCloseable {

  private final InetAddress address;
  private volatile ProbeStation station;

  /** A desk of the host with this address; nothing is open yet. */
  public ProbeDesk(InetAddress address) {
    this.address = address;
  }

  /** Opens the station, unless it is open. */
  public AgentMessage open() {
    try {
      station = station == null ? ProbeStation.open(address) : station;
      return new StationOpened(station.place());
    } catch (IOException e) {
      return new NotMeasured("cannot open sockets: " + e.getMessage());
    }
  }

  /** Measures. */
  public AgentMessage measure(Measure order) {
    try {
      return station == null
          ? new NotMeasured("it has no station")
          : new Measured(
              station.measure(
                  order.peer(), order.probes(), order.withBandwidth(), order.timeout()));
    } catch (IOException | RuntimeException e) {
      return new NotMeasured(e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  /** May be called by any thread; it ends a measurement that is under way. */
  @Override
  public void close() throws IOException {
    ProbeStation open = station;
    if (open != null) {
      open.close();
    }
  }
}
