package io.starling.launcher.doctor;

import io.starling.launcher.hosts.ThisHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The host that the doctor is called on. */
final class LocalProbe implements HostProbe {

  private final Station station;

  LocalProbe(String net, Optional<InetAddress> other) {
    try {
      station = new Station(net, other);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a port on this host: " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return ThisHost.name();
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>(station.findings());
    // Users compile here; other hosts only run what they are given.
    for (Finding finding : LibraryChecks.pathTools(System.getenv().getOrDefault("PATH", ""))) {
      findings.add(finding.on(name()));
    }
    return findings;
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
