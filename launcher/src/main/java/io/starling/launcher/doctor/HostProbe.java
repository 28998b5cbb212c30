package io.starling.launcher.doctor;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** One host under examination; for one thread at a time. */
interface HostProbe extends AutoCloseable {

  /** As the user calls it. */
  String name();

  /** What was found there; where the host could not be reached, why. */
  List<Finding> findings();

  /** Where it listens; empty where it could not be reached. */
  Optional<InetSocketAddress> listening();

  /** Tries a port from there; returns what went wrong, or nothing. */
  String connect(InetSocketAddress target);

  /** How far its clock is ahead of this host's; empty where it could not be asked. */
  Optional<ClockDifference> clock();

  @Override
  void close();
}
