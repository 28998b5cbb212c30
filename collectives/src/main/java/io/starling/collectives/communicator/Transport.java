package io.starling.collectives.communicator;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.bootstrap.Membership;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import io.starling.runtime.transport.ucx.UcxTrouble;
import io.starling.topology.layout.HostIdentity;
import java.util.Map;

/** The transport of a job. All ranks use the same. */
enum Transport {
  /** Shared memory if all ranks run on one host, otherwise UCX. */
  AUTO,
  /** Shared memory between the ranks of one host; UCX is not needed. */
  SHARED,
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

  /** Opens a rank's port; the other transport is not loaded. */
  Port open(
      Membership rank,
      AddressBook addresses,
      Threading threading,
      Map<String, String> environment) {
    boolean oneHost = rank.localSize() == rank.size();
    if (this == UCX || (this == AUTO && !oneHost)) {
      return openUcx(rank, addresses, threading, UcxSetup.Kind.from(environment));
    }
    if (!oneHost) {
      throw new TransportException(
          "rank %d: --transport shared requires all ranks on one host, but only %d of %d are on this one; use --transport ucx"
              .formatted(rank.rank(), rank.localSize(), rank.size()));
    }
    SharedSettings settings = SharedSettings.DEFAULT.withExclusiveCores(!rank.oversubscribed());
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
