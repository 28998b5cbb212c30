package io.starling.collectives.job;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
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
      ProcessNumbers numbers,
      AddressBook addresses,
      Threading threading,
      Map<String, String> environment) {
    boolean oneHost = rank.localSize() == rank.size();
    if (this == SHARED && !oneHost) {
      throw new TransportException(
          "rank %d: --transport shared requires all ranks on one host, but only %d of %d are on this one; use --transport auto"
              .formatted(rank.rank(), rank.localSize(), rank.size()));
    }
    Ports ports = new Ports(rank, numbers, threading, UcxSetup.Kind.from(environment));
    if (this == UCX) {
      return ports.openUcx(addresses);
    }
    boolean mayMeetOthers = this == AUTO && ports.hasRoom() && numbers.severalHosts();
    return oneHost && !mayMeetOthers
        ? ports.openShared(addresses, ports.settings())
        : ports.openRoutes(addresses);
  }

  /** The ports that a rank can have. */
  private record Ports(
      Membership rank, ProcessNumbers numbers, Threading threading, UcxSetup.Kind kind) {

    /** Whether ranks may come later. */
    boolean hasRoom() {
      return numbers.capacity() > rank.size();
    }

    /** The numbers of ranks that come later are there from the start, without addresses. */
    private int size() {
      return numbers.capacity();
    }

    private int number() {
      return numbers.first() + rank.rank();
    }

    /** A rank that is alone on its host needs no near port, unless others come there later. */
    Port openRoutes(AddressBook addresses) {
      var routed = new RoutedAddresses(addresses, HostIdentity.withProcesses());
      if (rank.localSize() == 1 && !hasRoom()) {
        return openUcx(routed.far());
      }
      Port near = openShared(routed.near(), settings().withDescriptor());
      try {
        return new RoutingPort(near, openUcx(routed.far()), routed);
      } catch (RuntimeException | Error e) {
        near.close();
        throw e;
      }
    }

    SharedSettings settings() {
      return SharedSettings.DEFAULT
          .withExclusiveCores(!rank.oversubscribed())
          .withSeveralThreads(threading.isShared());
    }

    Port openShared(AddressBook addresses, SharedSettings settings) {
      return new SharedPort(number(), size(), addresses, settings);
    }

    Port openUcx(AddressBook addresses) {
      boolean severalThreads = threading.isShared() || threading.level() == ThreadLevel.SERIALIZED;
      String host = HostIdentity.ofThisProcess();
      return UcxTrouble.told(
          number(),
          rank.localSize(),
          () ->
              new UcxPort(
                  number(),
                  size(),
                  size(),
                  rank.size(),
                  addresses,
                  kind,
                  severalThreads,
                  host,
                  !numbers.severalHosts()));
    }
  }
}
