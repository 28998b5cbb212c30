package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Sends heartbeats over the connections between stores, and detects stores that have stopped. Time
 * during which this process itself was suspended does not count. For one thread.
 */
final class Heartbeat {

  private static final long SHORTEST_INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int BEATS_PER_SILENCE = 10;

  private final long silence;
  private final long interval;
  private long lookedAt;
  private long beatAt;

  /**
   * Starts without any silence.
   *
   * @param silence the silence after which a store is considered lost, at the latest
   * @param now the time as {@link System#nanoTime}
   */
  Heartbeat(Duration silence, long now) {
    this.silence = silence.toNanos();
    interval = Math.max(this.silence / BEATS_PER_SILENCE, SHORTEST_INTERVAL);
    lookedAt = now;
    beatAt = now;
  }

  long intervalMilliseconds() {
    return TimeUnit.NANOSECONDS.toMillis(interval);
  }

  /** To be called after all data that has arrived was read. */
  void look(
      long now, Collection<StoreConnection> stores, BiConsumer<StoreConnection, String> lose) {
    long stoodStill = now - lookedAt - interval;
    lookedAt = now;
    boolean due = now - beatAt >= interval;
    beatAt = due ? now : beatAt;
    for (StoreConnection store : stores) {
      if (stoodStill > interval) {
        store.excuse(stoodStill, now);
      }
      if (due) {
        store.offer(Frame.of(FrameType.BEAT, 0, ""));
      }
      // Otherwise its expiry would be detected only an interval later.
      if (!store.isPaused() && now - store.heardAt() > silence - interval) {
        lose.accept(store, "it was silent for " + text());
      }
    }
  }

  private String text() {
    return TimeUnit.NANOSECONDS.toMillis(silence) / 1000.0 + " s";
  }
}
