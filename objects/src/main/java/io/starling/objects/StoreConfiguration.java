package io.starling.objects;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * What the user chooses about a store.
 *
 * @param memory the bytes of all copies at most
 * @param patience how long a put or get waits for memory that others hold
 * @param silence how long another store may say nothing before it is held for dead, and one that is
 *     asked to let this one join
 * @param address where the store listens for other stores; port 0 takes any
 * @param secret what all stores know and no other program; 16 bytes or more
 * @param contact a store of those that this one joins; empty for the first store
 * @param spins whether the thread that runs the store, its own or that of a caller that waits,
 *     never sleeps, which saves 30 us a message and costs a core
 */
public record StoreConfiguration(
    long memory,
    Duration patience,
    Duration silence,
    InetSocketAddress address,
    Secret secret,
    Optional<InetSocketAddress> contact,
    boolean spins) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final long LEAST_MEMORY = 1 << 20;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException for less than 1 MiB of memory, or times that are none
   */
  public StoreConfiguration {
    if (memory < LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "a store needs %d bytes of memory at least, not %d".formatted(LEAST_MEMORY, memory));
    }
    if (patience.isNegative() || silence.compareTo(Duration.ofMillis(100)) < 0) {
      throw new IllegalArgumentException(
          "patience can't be negative, and silence is 100 ms at least: %s, %s"
              .formatted(patience, silence));
    }
  }

  /**
   * A first store that others on this host can join: 10 s of patience, 5 s of silence, a random
   * secret.
   *
   * @param memory the bytes of all copies at most
   * @return a configuration
   */
  public static StoreConfiguration first(long memory) {
    return new StoreConfiguration(
        memory,
        PATIENCE,
        SILENCE,
        new InetSocketAddress(java.net.InetAddress.getLoopbackAddress(), 0),
        Secret.random(),
        Optional.empty(),
        false);
  }

  /**
   * The same for a store that joins others.
   *
   * @param store where one of them listens
   * @param known the secret of those stores
   * @return a configuration
   */
  public StoreConfiguration joining(InetSocketAddress store, Secret known) {
    return new StoreConfiguration(
        memory, patience, silence, address, known, Optional.of(store), spins);
  }

  /**
   * The same with another address.
   *
   * @param own where the store listens for other stores; they must be able to reach it
   * @return a configuration
   */
  public StoreConfiguration at(InetSocketAddress own) {
    return new StoreConfiguration(memory, patience, silence, own, secret, contact, spins);
  }

  /**
   * The same with another silence.
   *
   * @param time how long another store may say nothing before it is held for dead, and one that is
   *     asked to let this one join
   * @return a configuration
   */
  public StoreConfiguration withSilence(Duration time) {
    return new StoreConfiguration(memory, patience, time, address, secret, contact, spins);
  }

  /**
   * The same with another patience.
   *
   * @param time how long a put or get waits for memory that others hold
   * @return a configuration
   */
  public StoreConfiguration withPatience(Duration time) {
    return new StoreConfiguration(memory, time, silence, address, secret, contact, spins);
  }

  /**
   * The same with a thread that never sleeps.
   *
   * @return a configuration
   */
  public StoreConfiguration spinning() {
    return new StoreConfiguration(memory, patience, silence, address, secret, contact, true);
  }
}
