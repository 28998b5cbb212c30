package io.starling.objects.store;

import io.starling.objects.copy.Space;
import java.time.Duration;

/**
 * What the user chooses about a store.
 *
 * @param memory the bytes of all copies at most
 * @param patience how long a put or get waits for memory that others hold
 */
public record StoreOptions(long memory, Duration patience) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * @throws IllegalArgumentException for less than a page of memory or negative patience
   */
  public StoreOptions {
    if (memory < Space.PAGE) {
      throw new IllegalArgumentException(
          "a store needs %d bytes of memory at least, not %d".formatted(Space.PAGE, memory));
    }
    if (patience.isNegative()) {
      throw new IllegalArgumentException("patience can't be negative: " + patience);
    }
  }

  /** A store with this much memory and ten seconds of patience. */
  public StoreOptions(long memory) {
    this(memory, PATIENCE);
  }
}
