package io.starling.launcher.doctor;

import io.starling.launcher.hosts.ThisHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The host that the doctor is called on. */
final class LocalProbe implements Probe {

  private final Station station;

  LocalProbe(String net, Optional<InetAddress> other) {
    try {
      station = new Station(net, other);
    } catch (IOException e) {
      throw new UncheckedIOException("no port can be opened on this host: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return ThisHost.name();
  }

  @Override
  public List<Finding> findings() {
    return station.findings();
  }

  @Override
  public Optional<InetSocketAddress> listening() {
    return Optional.of(station.listening());
  }

  @Override
  public String connect(InetSocketAddress target) {
    return Station.connect(target);
  }

  @Override
  public Optional<ClockDifference> clock() {
    return Optional.of(new ClockDifference(Duration.ZERO, Duration.ZERO));
  }

  @Override
  public void close() {
    try {
      station.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
