package io.starling.objects.membership;

/**
 * When a keeper that wants a change begins an attempt.
 *
 * <pre>
 * first keeper     at once
 * second keeper    a step later, the third two steps, ...: mostly the change is done by then
 * another began    4 steps later, times its place
 * rejected         1, 2, 4, ... steps later, times its place: two that disturb each other do not for long
 * no answers       after 0.25 s, 0.5 s, ...
 * </pre>
 *
 * <p>The place of a keeper counts those before it that it does not suspect, so no two that trust
 * each other wait the same time.
 */
final class Turn {

  private static final int MOST_DOUBLINGS = 6;

  private final Timing timing;
  private boolean planned;
  private long at;
  private int attempts;

  Turn(Timing timing) {
    this.timing = timing;
  }

  /** A change is wanted: whether to begin an attempt now. */
  boolean isDue(long now, int rank) {
    if (!planned) {
      plan(now + rank * timing.step());
    }
    if (now - at < 0) {
      return false;
    }
    attempts++;
    plan(now + attempts * timing.attempt() + rank * timing.step());
    return true;
  }

  /** The attempt was rejected. */
  void onRejected(long now, int rank) {
    int doublings = Math.clamp(attempts - 1, 0, MOST_DOUBLINGS);
    plan(now + (((rank + 1) * timing.step()) << doublings));
  }

  /** Another keeper is about to decide. */
  void giveWay(long now, int rank) {
    long later = now + 4L * (rank + 1) * timing.step();
    if (!planned || later - at > 0) {
      plan(later);
    }
  }

  /** Nothing is wanted. */
  void rest() {
    planned = false;
    attempts = 0;
  }

  private void plan(long time) {
    planned = true;
    at = time;
  }
}
