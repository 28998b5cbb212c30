package io.starling.runtime.transport.local;

import java.util.function.IntFunction;

/** The ports of ranks that are threads of one JVM. */
public final class LocalFabric {

  /** The longest message that its sender copies by default. */
  public static final long EAGER_BYTES = 8192;

  /** No message is copied by its sender: a send completes with its receive. */
  public static final long NEVER_EAGER = -1;

  private final long eagerBytes;
  private final LocalPort[] ports;
  private final int size;

  /** Ports that deliver in order. */
  public LocalFabric(int size) {
    this(size, rank -> Delivery.inOrder());
  }

  /** Ports with a delivery for each rank. */
  public LocalFabric(int size, IntFunction<Delivery> deliveryOfRank) {
    this(size, EAGER_BYTES, deliveryOfRank);
  }

  /**
   * Ports with a delivery for each rank.
   *
   * @param eagerBytes the longest message that its sender copies, or {@link #NEVER_EAGER}
   */
  public LocalFabric(int size, long eagerBytes, IntFunction<Delivery> deliveryOfRank) {
    this(size, size, eagerBytes, deliveryOfRank);
  }

  /**
   * Ports to which others may join: a rank from {@code size} on knows all before it, and they learn
   * of it by {@link LocalPort#connect}.
   */
  public LocalFabric(
      int size, int capacity, long eagerBytes, IntFunction<Delivery> deliveryOfRank) {
    this.size = size;
    this.eagerBytes = eagerBytes;
    ports = new LocalPort[capacity];
    for (int rank = 0; rank < capacity; rank++) {
      ports[rank] = new LocalPort(this, rank, deliveryOfRank.apply(rank));
    }
  }

  /** The number of ranks at the start. */
  public int size() {
    return size;
  }

  int capacity() {
    return ports.length;
  }

  /**
   * Disconnects a rank, as if its process had ended. No message reaches it or comes from it any
   * more, and its unreceived messages are lost. {@link LocalSupervision#fail} notifies the others.
   */
  public void silence(int rank) {
    ports[rank].silence();
  }

  long eagerBytes() {
    return eagerBytes;
  }

  /** The port of a rank, to be used by one thread at a time. */
  public LocalPort port(int rank) {
    return ports[rank];
  }
}
