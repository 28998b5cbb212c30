package io.starling.objects.network;

import java.time.Duration;

/**
 * What the user chooses about a network.
 *
 * @param secret what all stores know and no other program
 * @param silence how long a store may leave an attempt to connect unanswered
 * @param handshake how long an unproved connection is kept
 * @param unproved how many unproved connections are kept
 */
public record NetworkOptions(byte[] secret, Duration silence, Duration handshake, int unproved) {

  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);
  private static final int UNPROVED = 256;

  /**
   * @throws IllegalArgumentException for an empty secret, no time or no connections
   */
  public NetworkOptions {
    if (secret.length == 0) {
      throw new IllegalArgumentException("stores need a secret");
    }
    if (!silence.isPositive() || !handshake.isPositive() || unproved < 1) {
      throw new IllegalArgumentException(
          "a handshake needs time and a connection, not %s, %s and %d"
              .formatted(silence, handshake, unproved));
    }
  }

  /** The usual times: 3 s for a silent store, 10 s for a handshake. */
  public NetworkOptions(byte[] secret) {
    this(secret, SILENCE, HANDSHAKE, UNPROVED);
  }
}
