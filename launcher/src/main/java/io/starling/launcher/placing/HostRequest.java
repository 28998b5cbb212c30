package io.starling.launcher.placing;

import io.starling.launcher.hosts.HostAccess;
import io.starling.launcher.hosts.HostSlots;
import java.time.Duration;
import java.util.List;

/**
 * On which hosts the user wants a job, and how they are reached.
 *
 * @param launcher what starts the ranks
 * @param hosts those that are named, each once; none for this host or all of an allocation
 * @param oversubscribe whether there may be more ranks than slots
 * @param net the network between the hosts: an interface, an address or a network; empty for the
 *     one that leads to them
 * @param access how agents are started
 * @param startTimeout how long the hosts have to answer
 */
public record HostRequest(
    LauncherKind launcher,
    List<HostSlots> hosts,
    boolean oversubscribe,
    String net,
    HostAccess access,
    Duration startTimeout) {

  static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  /** What reaches a host unless the user says otherwise: it never asks for a password. */
  public static final List<String> SSH = List.of("ssh", "-x", "-T", "-o", "BatchMode=yes");

  /** On this host only. */
  public static final HostRequest HERE =
      new HostRequest(
          LauncherKind.LOCAL,
          List.of(),
          false,
          "",
          new HostAccess(SSH, System.getProperty("java.home"), HostAccess.WIDTH),
          START_TIMEOUT);

  /** Takes each host once. */
  public HostRequest {
    hosts = List.copyOf(HostSlots.merged(hosts));
  }
}
