package io.starling.runtime.transport.local;

import java.util.function.IntFunction;

/** The ports of ranks that are threads of one JVM. */
public final class LocalFabric {

  /** The longest message that its sender copies. */
  public static final long EAGER_BYTES = 8192;

  private final LocalPort[] ports;

  /** Ports that deliver in order. */
  public LocalFabric(int size) {
    this(size, rank -> Delivery.inOrder());
  }

  /** Ports with a delivery for each rank. */
  public LocalFabric(int size, IntFunction<Delivery> deliveryOfRank) {
    ports = new LocalPort[size];
    for (int rank = 0; rank < size; rank++) {
      ports[rank] = new LocalPort(this, rank, deliveryOfRank.apply(rank));
    }
  }

  public int size() {
    return ports.length;
  }

  /** The port of a rank, to be used by one thread at a time. */
  public LocalPort port(int rank) {
    return ports[rank];
  }
}
