package io.starling.runtime.transport.simulated;

import io.starling.runtime.bootstrap.api.ForwardingSupervision;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.transport.local.LocalSupervision;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Lets ranks fail in virtual time, and reports it to the others as the launcher does to processes:
 * some time after the death, when they look. Revocations and agreements take no time.
 *
 * <pre>
 *   failed rank   ──────x
 *   launcher            |── delay ──> knows it
 *   others        ── look ─────── look ─────── look: they hear of it
 * </pre>
 */
public final class SimulatedSupervision {

  /** What the ends of transfers say. */
  static final String HAS_FAILED = "the rank has failed";

  private record Death(int rank, String reason, long known) {}

  private final SimulatedFabric fabric;
  private final long delay;
  private final LocalSupervision launcher = new LocalSupervision();
  private final Queue<Death> unknown = new PriorityQueue<>(Comparator.comparingLong(Death::known));

  /**
   * No rank fails yet.
   *
   * @param delay how long a failed rank is not missed, in picoseconds
   */
  public SimulatedSupervision(SimulatedFabric fabric, long delay) {
    this.fabric = fabric;
    this.delay = delay;
  }

  /**
   * Makes a rank fail at a time in picoseconds; see {@link SimulatedFabric#silence}.
   *
   * @param reason why, for the others
   */
  public void fail(int rank, long time, String reason) {
    fabric.silence(rank, time);
    unknown.add(new Death(rank, reason, time + delay));
  }

  private void hear() {
    while (!unknown.isEmpty() && unknown.peek().known <= fabric.now()) {
      Death death = unknown.remove();
      launcher.fail(death.rank, death.reason);
    }
  }

  /** The supervision of one rank, which from now on looks for news while it waits. */
  public Supervision of(int rank) {
    fabric.port(rank).lookForNews();
    return new ForwardingSupervision(launcher.of(rank)) {
      @Override
      public void poll(Listener listener) {
        hear();
        super.poll(listener);
      }

      @Override
      public Optional<Agreement> agreement(String name) {
        hear();
        return super.agreement(name);
      }
    };
  }
}
