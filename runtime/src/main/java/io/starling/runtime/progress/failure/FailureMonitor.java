package io.starling.runtime.progress.failure;

import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.FailureWatch;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.TransferTable;
import java.util.BitSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Watches for news of failures while a rank is in its calls, and ends the operations that can no
 * longer complete. To be used inside the engine.
 *
 * <p>A look reads a socket, so there are some milliseconds between two looks. To read the clock
 * costs more than an idle turn of the engine, so the clock is read every few turns only; the number
 * of turns grows as turns get shorter. Ranks that are busy, spin, sleep, or test a request now and
 * then all look in time.
 */
public final class FailureMonitor implements FailureWatch {

  private static final long BETWEEN_LOOKS_NANOSECONDS = 2_000_000;
  private static final int MOST_TURNS = 64;
  private static final int FEWER = 8;
  private static final String NO_REASON = "has failed";

  private final Port port;
  private final TransferTable transfers;
  private final LongSupplier clock;
  private final Runnable happened;
  private final FailureState failureState = new FailureState();
  private final DoubtfulOperations suspicions = new DoubtfulOperations();
  private final Supervision.Listener listener = new News();
  private Supervision supervision;
  private int turnsBetween = 1;
  private int turns = Integer.MAX_VALUE;
  private int told;
  private long lastLook;

  /**
   * Without news until {@link #watch} is called.
   *
   * @param happened runs when waits may be over
   */
  public FailureMonitor(Port port, TransferTable transfers, LongSupplier clock, Runnable happened) {
    this.port = port;
    this.transfers = transfers;
    this.clock = clock;
    this.happened = happened;
  }

  /** The monitor of an engine. */
  public static FailureMonitor of(Engine engine) {
    return (FailureMonitor) engine.watch();
  }

  /** The news of the supervision. */
  private final class News implements Supervision.Listener {
    @Override
    public void failed(int rank, String reason) {
      if (rank != port.rank()) {
        failureState.addFailed(rank, reason);
      }
    }

    @Override
    public void revoked(String communicator) {
      failureState.addRevoked(communicator);
    }
  }

  /** Gets its news from this supervision from now on. */
  public void watch(Supervision itsSupervision) {
    supervision = itsSupervision;
    turns = 0;
  }

  /** The source of news, or null. */
  public Supervision supervision() {
    return supervision;
  }

  /** What is known. */
  public FailureState failureState() {
    return failureState;
  }

  @Override
  public void turn() {
    if (--turns <= 0) {
      glance();
    }
  }

  @Override
  public void glance() {
    if (supervision == null) {
      turns = Integer.MAX_VALUE;
      return;
    }
    long now = clock.getAsLong();
    if (now - lastLook < BETWEEN_LOOKS_NANOSECONDS) {
      turnsBetween = Math.min(MOST_TURNS, 2 * turnsBetween);
    } else {
      turnsBetween = Math.max(1, turnsBetween / FEWER);
      look(now);
    }
    turns = turnsBetween;
  }

  /** Looks for news now. */
  public void look() {
    if (supervision != null) {
      look(clock.getAsLong());
    }
  }

  private void look(long now) {
    lastLook = now;
    supervision.poll(listener);
    tell();
    if (suspicions.settle(now)) {
      happened.run();
    }
  }

  /** Learns which ranks of the job had failed when an agreement was decided. */
  public void learn(BitSet failed) {
    failed.stream().forEach(rank -> listener.failed(rank, NO_REASON));
    tell();
  }

  /** Revokes a communicator on this and all other ranks. */
  public void revoke(String communicator) {
    supervision.revoke(communicator);
    listener.revoked(communicator);
    tell();
  }

  /** Informs port and operations of news. */
  private void tell() {
    if (told < failureState.count()) {
      told = failureState.count();
      failureState.failed().stream().forEach(port::peerFailed);
      failHopeless();
      suspicions.confirm();
      happened.run();
    }
  }

  @Override
  public boolean isWatched() {
    return supervision != null;
  }

  @Override
  public boolean knowsAnything() {
    return told > 0;
  }

  @Override
  public void check(Operation operation) {
    if (told > 0) {
      RuntimeException obstacle = operation.obstacle();
      if (obstacle != null) {
        throw obstacle;
      }
    }
  }

  private void failHopeless() {
    transfers.forEachOperation(FailureMonitor::failIfHopeless);
  }

  private static void failIfHopeless(Operation operation) {
    if (operation.isListening()) {
      RuntimeException obstacle = operation.obstacle();
      if (obstacle != null) {
        operation.fail(obstacle);
      }
    }
  }

  @Override
  public void doubt(Operation operation, Supplier<RuntimeException> otherwise) {
    RuntimeException obstacle = operation.obstacle();
    if (obstacle != null) {
      operation.fail(obstacle);
    } else if (supervision == null) {
      operation.fail(otherwise.get());
    } else {
      suspicions.add(operation, otherwise, clock.getAsLong());
    }
  }
}
