package io.starling.runtime.progress;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * A machine that reacts to the completion of transfers (ADAPT, section 2.2). The engine calls its
 * events one at a time, on the thread that owns the engine, never from inside a post; {@code child}
 * and {@code segment} are the numbers that the machine gave the transfer.
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
  private State state = State.IDLE;
  private RuntimeException failure;
  private Runnable listener;
  private Operation partner;
  private int openTransfers;

  protected Operation(Engine engine) {
    this.engine = engine;
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
   */
  protected void onMessage(long tag, long bytes, long expected) {
    if (bytes != expected) {
      throw new StarlingException(
          "rank %d expected %d bytes from rank %d and got %d. Do all ranks pass the same count, datatype and root? 'starling run --check' finds out."
              .formatted(engine.rank(), expected, Tags.sourceOf(tag), bytes));
    }
  }

  /**
   * Is called once at the end. After a failure, transfers may still use the operation's memory: it
   * must not be given to anybody else.
   */
  protected void onEnd(boolean failed) {}

  protected final Engine engine() {
    return engine;
  }

  protected final void send(
      int child, int segment, int peer, long tag, MemorySegment data, long offset, long length) {
    engine.send(this, child, segment, peer, tag, data, offset, length, false);
  }

  /**
   * A send that is not complete before its receive was found: it bounds what the receiver must
   * buffer.
   */
  protected final void sendSynchronously(
      int child, int segment, int peer, long tag, MemorySegment data, long offset, long length) {
    engine.send(this, child, segment, peer, tag, data, offset, length, true);
  }

  protected final void receive(
      int child, int segment, long tag, long mask, MemorySegment into, long offset, long length) {
    engine.receive(this, child, segment, tag, mask, into, offset, length);
  }

  protected final void fold(
      int child,
      int segment,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    engine.fold(
        this, child, segment, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
  }

  /** Starts it. */
  public final void begin() {
    engine.checkOwner();
    if (state == State.ACTIVE) {
      throw new IllegalStateException(describe() + " is still under way");
    }
    state = State.ACTIVE;
    failure = null;
    openTransfers = 0;
    engine.began();
    try {
      start();
      advance();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Makes this run end no earlier than another operation that has begun, and fail if it fails. */
  public final void joinTo(Operation other) {
    partner = other;
    other.whenDone(
        () -> {
          if (other.failure != null) {
            fail(other.failure);
          } else {
            advance();
          }
        });
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
      listener = listener == null ? action : chain(listener, action);
    }
  }

  private static Runnable chain(Runnable first, Runnable second) {
    return () -> {
      first.run();
      second.run();
    };
  }

  final void transferOpened() {
    openTransfers++;
  }

  final void transferClosed() {
    openTransfers--;
  }

  final int openTransfers() {
    return openTransfers;
  }

  final void advance() {
    if (state == State.ACTIVE && finished() && (partner == null || partner.isDone())) {
      end(State.COMPLETE);
    }
  }

  /** Ends it with an error; transfers that are still open are cancelled where that can be done. */
  protected final void fail(Throwable cause) {
    if (state != State.ACTIVE) {
      return;
    }
    if (cause instanceof Error error) {
      failure = new StarlingException(describe() + " failed on rank " + engine.rank(), error);
    } else if (cause instanceof StarlingException known) {
      failure = new StarlingException(describe() + ": " + known.getMessage(), known.getCause());
    } else {
      failure = (RuntimeException) cause;
    }
    engine.abandon(this);
    end(State.FAILED);
  }

  private void end(State how) {
    state = how;
    partner = null;
    engine.ended();
    onEnd(how == State.FAILED);
    Runnable action = listener;
    if (action != null) {
      listener = null;
      action.run();
    }
  }
}
