package io.starling.runtime.progress;

import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.util.function.BooleanSupplier;

/**
 * A machine that reacts to the completion of transfers (ADAPT, section 2.2). The engine calls its
 * events one at a time, inside the engine's guard, never from inside a post; {@code child} and
 * {@code segment} are the numbers that the machine gave the transfer.
 *
 * <p>An operation can be started again once it is complete.
 */
public abstract class Operation {

  private enum State {
    IDLE,
    ACTIVE,
    COMPLETE,
    FAILED
  }

  private final Engine engine;
  private final Posts posts;
  private final BooleanSupplier done = this::isDone;
  private State state = State.IDLE;
  private RuntimeException failure;
  private RuntimeException suspicion;
  private Runnable listener;
  private Operation partner;

  /** How many of its transfers are open. */
  int openTransfers;

  /** The row of the transfer that it has opened last. */
  int lastTransfer;

  /** What it has on a device; null before it has anything there. */
  HostCopies hostCopies;

  protected Operation(Engine engine) {
    this.engine = engine;
    posts = engine.posts();
  }

  /** Posts the first transfers. Whether that was all is asked right after. */
  protected abstract void start();

  /** A receive is complete, with exactly the bytes it was posted for. */
  protected void onReceived(int child, int segment) {}

  /** A send is complete: its memory may be reused. */
  protected void onSent(int child, int segment) {}

  /** A fold is complete. */
  protected void onFolded(int child, int segment) {}

  /** Whether nothing is left to do; asked after every event. */
  protected abstract boolean finished();

  /** What this is, for error messages: {@code broadcast of 4096 bytes from rank 0}. */
  public abstract String describe();

  /**
   * Hears how a receive ended before {@link #onReceived}; point to point accepts fewer bytes than
   * it has room for.
   *
   * @param peer whom the receive expected, or -1 for any rank
   */
  protected void onMessage(int peer, long tag, long bytes, long expected) {
    if (bytes != expected) {
      throw Failures.ofLength(engine.rank(), peer, bytes, expected, partner != null);
    }
  }

  /** Is called once at the end. After a failure, transfers may still use the operation's memory. */
  protected void onEnd(boolean failed) {}

  /** Hears that a receive was cancelled; returns whether that is no failure. */
  boolean onCancelled() {
    return false;
  }

  /** Why it can't be completed any more, as {@link Casualties} say; null where it can. */
  protected RuntimeException obstacle() {
    return null;
  }

  /** What its users are told where a peer, a rank of the job, has broken off. */
  protected RankFailedException lost(int peer, String words) {
    return new RankFailedException(describe() + ": " + words, new int[] {peer}, words);
  }

  /** Why {@link Request#cancel} is refused, or null where it is not. */
  protected String whyNotCancelled() {
    return "only a receive can be cancelled (MPI 4.1, section 3.8.4)";
  }

  protected final Engine engine() {
    return engine;
  }

  protected final void send(
      int child, int segment, int peer, long tag, Memory data, long offset, long length) {
    posts.send(this, child, segment, peer, tag, data, offset, length, false);
  }

  /**
   * A send that is not complete before its receive was found: it bounds what the receiver must
   * buffer.
   */
  protected final void sendSynchronously(
      int child, int segment, int peer, long tag, Memory data, long offset, long length) {
    posts.send(this, child, segment, peer, tag, data, offset, length, true);
  }

  /** Posts a receive; {@code peer} only says whom it expects, -1 for any: the tag decides. */
  protected final void receive(
      int child,
      int segment,
      int peer,
      long tag,
      long mask,
      Memory into,
      long offset,
      long length) {
    posts.receive(this, child, segment, peer, tag, mask, into, offset, length);
  }

  /** Copies within this rank's memory; ends as a fold of segment 0 does. */
  protected final void copy(
      int child, Memory from, long fromOffset, Memory into, long intoOffset, long length) {
    posts.copy(this, child, from, fromOffset, into, intoOffset, length);
  }

  protected final void fold(
      int child,
      int segment,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length) {
    posts.fold(
        this, child, segment, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it is under way, or if transfers of a run that failed still
   *     are
   */
  public final void begin() {
    checkCanBegin();
    state = State.ACTIVE;
    failure = null;
    suspicion = null;
    engine.began();
    try {
      engine.lookout().check(this);
      if (partner != null) {
        partner.check();
      }
      start();
      advance();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Refuses what {@link #begin} refuses, before anything has been done. */
  public final void checkCanBegin() {
    engine.access().guard().checkInside();
    if (state == State.ACTIVE || openTransfers > 0) {
      engine.lookout().check(this);
      throw Failures.ofBegin(this, state == State.ACTIVE);
    }
  }

  /**
   * Makes the next run end no earlier than another operation that has begun, and fail if it fails.
   */
  public final void joinTo(Operation other) {
    partner = other;
    other.whenDone(() -> partnerEnded(other));
  }

  private void partnerEnded(Operation other) {
    if (partner != other || state != State.ACTIVE) {
      return;
    }
    if (other.failure != null) {
      end(Failures.of(this, other.failure));
    } else if (suspicion != null) {
      end(suspicion);
    } else {
      advance();
    }
  }

  final BooleanSupplier done() {
    return done;
  }

  /** Whether it has ended, well or not. */
  public final boolean isDone() {
    return state != State.ACTIVE;
  }

  /** Throws if it failed. */
  public final void check() {
    if (state == State.FAILED) {
      throw failure;
    }
  }

  /** The failure, or null. */
  public final RuntimeException failure() {
    return failure;
  }

  /** Runs this once at the end of the operation, at once if that is past. */
  public final void whenDone(Runnable action) {
    if (isDone()) {
      action.run();
    } else {
      listener = listener == null ? action : new Both(listener, action);
    }
  }

  /**
   * How many sends will take the same bytes of a device; so long they are kept in host memory, and
   * cross once. By default as long as the operation is under way.
   */
  protected int hostCopyUses() {
    return HostCopy.MANY;
  }

  final void transferOpened(int row) {
    openTransfers++;
    lastTransfer = row;
  }

  final void transferClosed() {
    openTransfers--;
  }

  /** Whether events still mean something to it. */
  final boolean isListening() {
    return state == State.ACTIVE && suspicion == null;
  }

  /** Ends it if nothing is left to do. */
  final void advance() {
    boolean deviceIsDone = hostCopies == null || hostCopies.deviceWork == 0;
    if (isListening() && deviceIsDone && finished() && (partner == null || partner.isDone())) {
      end(State.COMPLETE);
    }
  }

  /**
   * Ends it with an error; transfers that are still open are cancelled where that can be done.
   * Where a partner is still at work, it may know the true reason: then the end waits for it.
   */
  protected final void fail(Throwable cause) {
    if (!isListening()) {
      return;
    }
    RuntimeException reason = Failures.of(this, cause);
    if (partner != null && !partner.isDone()) {
      suspicion = reason;
      engine.abandon(this, reason);
    } else {
      end(reason);
    }
  }

  private void end(RuntimeException reason) {
    failure = reason;
    engine.abandon(this, reason);
    end(State.FAILED);
  }

  private void end(State how) {
    state = how;
    partner = null;
    engine.ended(this);
    onEnd(how == State.FAILED);
    Runnable action = listener;
    if (action != null) {
      listener = null;
      action.run();
    }
  }
}
