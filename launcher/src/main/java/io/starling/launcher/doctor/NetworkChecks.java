package io.starling.launcher.doctor;

import io.starling.launcher.hosts.HostInterface;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways on which ranks of this host may talk: interfaces, adapters, its own name. */
final class NetworkChecks {

  private final Path root;

  NetworkChecks(Path root) {
    this.root = root;
  }

  List<Finding> run(String net, Optional<InetAddress> other) {
    return List.of(network(net, other), adapters(), name());
  }

  /**
   * The interface that ranks would use.
   *
   * @param net what {@code --net} says; may be empty
   * @param other a host that is to be reached
   * @throws IllegalArgumentException if there is none such here
   */
  static Optional<HostInterface> choose(String net, Optional<InetAddress> other) {
    return net.isEmpty()
        ? other.flatMap(HostInterface::towards).or(HostInterface::any)
        : Optional.of(HostInterface.named(net));
  }

  private static Finding network(String net, Optional<InetAddress> other) {
    try {
      return choose(net, other)
          .map(it -> Finding.ok("network", "%s, %s".formatted(it.device(), it.range())))
          .orElse(
              Finding.warn(
                  "network",
                  "only the loopback interface: all ranks must run on this host",
                  "bring an interface up: ip link, ip address"));
    } catch (IllegalArgumentException e) {
      return Finding.fail(
          "network", e.getMessage(), "name one of these, or a network such as 10.1.0.0/16");
    }
  }

  private Finding adapters() {
    Path folder = root.resolve("sys/class/infiniband");
    List<String> active = new ArrayList<>();
    List<String> idle = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (var adapters = Files.newDirectoryStream(folder)) {
        for (Path adapter : adapters) {
          String name = adapter.getFileName().toString();
          (isActive(adapter) ? active : idle).add(name);
        }
      } catch (IOException e) {
        return Finding.warn("adapters", "unknown: " + e, "look into " + folder);
      }
    }
    if (active.isEmpty() && !idle.isEmpty()) {
      return Finding.warn(
          "adapters",
          String.join(", ", idle) + " without an active port: ranks will use TCP",
          "ibstat shows why; plug in the cable, start a subnet manager");
    }
    return Finding.ok(
        "adapters",
        active.isEmpty() ? "none: ranks of other hosts use TCP" : String.join(", ", active));
  }

  private static boolean isActive(Path adapter) throws IOException {
    try (var ports = Files.newDirectoryStream(adapter.resolve("ports"))) {
      for (Path port : ports) {
        if (Files.readString(port.resolve("state")).contains("ACTIVE")) {
          return true;
        }
      }
    }
    return false;
  }

  private static Finding name() {
    try {
      InetAddress own = InetAddress.getLocalHost();
      return Finding.ok("host name", own.getHostName() + " is " + own.getHostAddress());
    } catch (UnknownHostException _) {
      return Finding.warn(
          "host name", "the name of this host has no address", "add it to /etc/hosts");
    }
  }
}
