package io.starling.launcher.remote;

import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.hosts.HostSlots;
import io.starling.launcher.placing.HostRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** On which interface the launcher listens for the agents of other hosts. */
final class LaunchNetwork {

  private static final int SSH_PATIENCE_SECONDS = 5;

  private LaunchNetwork() {}

  /**
   * The one that the user has chosen, else the one that leads to the other hosts.
   *
   * @throws LaunchException if there is none
   */
  static HostInterface choose(HostRequest request, List<RemoteHost> others) {
    if (!request.net().isEmpty()) {
      try {
        return HostInterface.named(request.net());
      } catch (IllegalArgumentException e) {
        throw new LaunchException(e.getMessage(), e);
      }
    }
    for (RemoteHost other : others) {
      Optional<HostInterface> found =
          address(request, other.name()).flatMap(HostInterface::towards);
      if (found.isPresent() && !found.get().address().isLoopbackAddress()) {
        return found.get();
      }
    }
    return HostInterface.any()
        .orElseThrow(
            () ->
                new LaunchException(
                    "no network interface of this host leads to the other hosts; name one with"
                        + " --net"));
  }

  /**
   * What a name stands for, to the name service or else to ssh, whose configuration has aliases.
   */
  private static Optional<InetAddress> address(HostRequest request, String name) {
    String host = HostSlots.named(name).host();
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (IOException e) {
      return alias(request, name);
    }
  }

  private static Optional<InetAddress> alias(HostRequest request, String name) {
    List<String> command = new ArrayList<>(request.access().command());
    if (!command.getFirst().endsWith("ssh")) {
      return Optional.empty();
    }
    command.addAll(List.of("-G", name));
    try {
      Process ssh = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(ssh.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!ssh.waitFor(SSH_PATIENCE_SECONDS, TimeUnit.SECONDS) || ssh.exitValue() != 0) {
        return Optional.empty();
      }
      Optional<String> host =
          text.lines()
              .filter(line -> line.startsWith("hostname "))
              .map(line -> line.substring("hostname ".length()).strip())
              .findFirst();
      return host.isEmpty() ? Optional.empty() : Optional.of(InetAddress.getByName(host.get()));
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
