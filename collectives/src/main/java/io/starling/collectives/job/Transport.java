package io.starling.collectives.job;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.routing.RoutedAddresses;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import io.starling.runtime.transport.ucx.UcxTrouble;
import io.starling.topology.layout.HostIdentity;
import java.util.Map;

/** The transport of a job; the same for all ranks. */
enum Transport {
  /** Shared memory between the ranks of each host, UCX between hosts. */
  AUTO,
  /** Shared memory; all ranks are on one host. */
  SHARED,
  /** UCX between all ranks. */
  UCX;

  /** The variable that selects the transport. */
  static final String VARIABLE = "STARLING_TRANSPORT";

  /**
   * Reads the variable; {@link #AUTO} if it is not set.
   *
   * @throws IllegalArgumentException if there is no such transport
   */
  static Transport from(Map<String, String> environment) {
    String name = environment.getOrDefault(VARIABLE, "auto");
    return switch (name) {
      case "auto" -> AUTO;
      case "shared" -> SHARED;
      case "ucx" -> UCX;
      default ->
          throw new IllegalArgumentException(
              "--transport %s: there is no such transport; known are auto, shared and ucx"
                  .formatted(name));
    };
  }

  /** Opens a rank's port. A transport that carries nothing is not loaded. */
  Port open(
      Membership rank,
      AddressBook addresses,
      Threading threading,
      Map<String, String> environment) {
    boolean oneHost = rank.localSize() == rank.size();
    if (this == SHARED && !oneHost) {
      throw new TransportException(
          "rank %d: --transport shared requires all ranks on one host, but only %d of %d are on this one; use --transport auto"
              .formatted(rank.rank(), rank.localSize(), rank.size()));
    }
    UcxSetup.Kind kind = UcxSetup.Kind.from(environment);
    if (this == UCX) {
      return openUcx(rank, addresses, threading, kind);
    }
    return oneHost
        ? openShared(rank, addresses, settings(rank))
        : openRoutes(rank, addresses, threading, kind);
  }

  private static Port openRoutes(
      Membership rank, AddressBook addresses, Threading threading, UcxSetup.Kind kind) {
    var routed = new RoutedAddresses(addresses, HostIdentity.withProcesses());
    if (rank.localSize() == 1) {
      return openUcx(rank, routed.far(), threading, kind);
    }
    Port near = openShared(rank, routed.near(), settings(rank).withDescriptor());
    try {
      Port far = openUcx(rank, routed.far(), threading, kind);
      return new RoutingPort(near, far, routed);
    } catch (RuntimeException | Error e) {
      near.close();
      throw e;
    }
  }

  private static SharedSettings settings(Membership rank) {
    return SharedSettings.DEFAULT.withExclusiveCores(!rank.oversubscribed());
  }

  private static Port openShared(Membership rank, AddressBook addresses, SharedSettings settings) {
    return new SharedPort(rank.rank(), rank.size(), addresses, settings);
  }

  private static Port openUcx(
      Membership rank, AddressBook addresses, Threading threading, UcxSetup.Kind kind) {
    boolean severalThreads = threading.isShared() || threading.level() == ThreadLevel.SERIALIZED;
    String host = HostIdentity.ofThisProcess();
    return UcxTrouble.told(
        rank.rank(),
        rank.localSize(),
        () ->
            new UcxPort(
                rank.rank(),
                rank.size(),
                addresses,
                kind,
                severalThreads,
                host,
                rank.localSize() == rank.size()));
  }
}
