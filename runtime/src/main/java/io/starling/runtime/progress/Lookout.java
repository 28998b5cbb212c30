package io.starling.runtime.progress;

import io.starling.runtime.bootstrap.Supervision;
import java.util.BitSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Looks after news of failures while a rank is in its calls, and ends the operations that can't be
 * completed any more. To be used inside the engine.
 *
 * <p>A look costs a read of a socket, so there are some milliseconds between two. To read the clock
 * costs more than an idle turn of the engine, so it is read every few turns only, and the more
 * turns the shorter they are: ranks that are busy with messages, that spin, that sleep, and that
 * test a request now and then all look in time.
 */
public final class Lookout {

  private static final long BETWEEN_LOOKS_NANOSECONDS = 2_000_000;
  private static final int MOST_TURNS = 64;
  private static final int FEWER = 8;
  private static final String NO_REASON = "has failed";

  private final Port port;
  private final TransferTable transfers;
  private final LongSupplier clock;
  private final Runnable happened;
  private final Casualties casualties = new Casualties();
  private final Suspicions suspicions = new Suspicions();
  private final Supervision.Listener listener = new News();
  private Supervision supervision;
  private int turnsBetween = 1;
  private int turns = Integer.MAX_VALUE;
  private int told;
  private long lastLook;

  /**
   * Nobody tells it anything before {@link #watch}.
   *
   * @param happened is run where waits may be over
   */
  Lookout(Port port, TransferTable transfers, LongSupplier clock, Runnable happened) {
    this.port = port;
    this.transfers = transfers;
    this.clock = clock;
    this.happened = happened;
  }

  /** What the supervision tells. */
  private final class News implements Supervision.Listener {
    @Override
    public void failed(int rank, String reason) {
      if (rank != port.rank()) {
        casualties.addFailed(rank, reason);
      }
    }

    @Override
    public void revoked(String communicator) {
      casualties.addRevoked(communicator);
    }
  }

  /** Is told by this supervision from now on. */
  public void watch(Supervision itsSupervision) {
    supervision = itsSupervision;
    turns = 0;
  }

  /** Who tells; null for nobody. */
  public Supervision supervision() {
    return supervision;
  }

  /** What is known. */
  public Casualties casualties() {
    return casualties;
  }

  /** A turn of the engine. */
  void turn() {
    if (--turns <= 0) {
      glance();
    }
  }

  /** Looks if it is time to. */
  void glance() {
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

  /** Looks now. */
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

  /** Takes in which ranks of the job had failed when an agreement was decided. */
  public void learn(BitSet failed) {
    failed.stream().forEach(rank -> listener.failed(rank, NO_REASON));
    tell();
  }

  /** Revokes a communicator, here and at all ranks. */
  public void revoke(String communicator) {
    supervision.revoke(communicator);
    listener.revoked(communicator);
    tell();
  }

  /** Lets port and operations know what is new. */
  private void tell() {
    if (told < casualties.count()) {
      told = casualties.count();
      casualties.failed().stream().forEach(port::peerFailed);
      failHopeless();
      suspicions.confirm();
      happened.run();
    }
  }

  /** Whether anything is known that may keep an operation from its end. */
  boolean knowsAnything() {
    return told > 0;
  }

  /** Refuses an operation that can't be completed any more. */
  void check(Operation operation) {
    if (told > 0) {
      RuntimeException obstacle = operation.obstacle();
      if (obstacle != null) {
        throw obstacle;
      }
    }
  }

  private void failHopeless() {
    for (int row = 0; row < transfers.rows(); row++) {
      Operation operation = transfers.operation[row];
      if (operation != null && operation.isListening()) {
        RuntimeException obstacle = operation.obstacle();
        if (obstacle != null) {
          operation.fail(obstacle);
        }
      }
    }
  }

  /** The transport has lost a peer that an operation needs; the supervision may know more soon. */
  void suspect(Operation operation, int peer, String words) {
    askAbout(operation, () -> operation.lost(peer, words));
  }

  /**
   * The transport can't go on with an operation, and can't tell whether its peer has ended. Only
   * the supervision says that of a rank; else the operation fails for the transport's reason.
   */
  void doubt(Operation operation, RuntimeException reason) {
    askAbout(operation, () -> reason);
  }

  private void askAbout(Operation operation, Supplier<RuntimeException> otherwise) {
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
