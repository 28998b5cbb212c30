package io.starling.runtime.progress;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * A state machine that reacts to the completion of transfers (ADAPT, section 2.2). The engine calls
 * its events one at a time, inside the engine's guard, and never during a post. {@code child} and
 * {@code segment} are the numbers that the operation gave to the transfer.
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

  private record Both(Runnable first, Runnable second) implements Runnable {
    @Override
    public void run() {
      first.run();
      second.run();
    }
  }

  private final Engine engine;
  private final TransferPoster poster;
  final BooleanSupplier done = this::isDone;
  private State state = State.IDLE;
  private RuntimeException failure;
  private RuntimeException suspicion;
  private Runnable atEachEnd;
  private Runnable listener;
  private Operation partner;

  /** The number of its open transfers. */
  int openTransfers;

  /** The row of its latest transfer. */
  int lastTransfer;

  private Share share;
  private boolean isPatient;
  private boolean isLooking;

  protected Operation(Engine engine) {
    this.engine = engine;
    poster = engine.poster();
  }

  /** Posts the first transfers. {@link #finished} is called right after. */
  protected abstract void start();

  /** A receive is complete, with exactly the bytes for which it was posted. */
  protected void onReceived(int child, int segment) {}

  /** A send is complete: its memory may be reused. */
  protected void onSent(int child, int segment) {}

  /** A fold is complete. */
  protected void onFolded(int child, int segment) {}

  /** Work of another thread is complete. */
  protected void onWorked(int child, int segment) {}

  /**
   * Looks at memory that other ranks write; called at each turn of the engine after {@link
   * #lookAtMemory}. Returns whether this has moved the operation.
   */
  protected boolean look() {
    return false;
  }

  /** Whether nothing is left to do; called after every event. */
  protected abstract boolean finished();

  /** Describes the operation in messages: {@code broadcast of 4096 bytes from rank 0}. */
  public abstract String describe();

  /**
   * The operation that does this one's work at the moment, or has done it; null if there is none. A
   * report of what the rank waits for shows the transfers of both.
   */
  protected Operation delegate() {
    return null;
  }

  /** It, and those to which its run is tied. */
  final List<Operation> andPartners() {
    List<Operation> all = new ArrayList<>();
    for (Operation each = this; each != null; each = each.partner) {
      all.add(each);
    }
    return all;
  }

  /**
   * Checks the length of a received message, before {@link #onReceived}; {@code peer} is -1 for any
   * rank. Point-to-point receives accept shorter messages.
   */
  protected void onMessage(int peer, long tag, long bytes, long expected) {
    if (bytes != expected) {
      throw Failures.ofLength(engine.rank(), peer, bytes, expected, partner != null);
    }
  }

  /** Called once at the end. After a failure, transfers may still use the operation's memory. */
  protected void onEnd(boolean failed) {}

  /** A receive was cancelled; returns whether the operation accepts that. Otherwise it fails. */
  boolean onCancelled() {
    return false;
  }

  /**
   * A message was longer than its receive, and is lost; returns whether the operation has meant
   * that. Otherwise it fails.
   */
  protected boolean onTruncated() {
    return false;
  }

  /** Why it can no longer complete, according to {@link FailureWatch}; null if it can. */
  public RuntimeException obstacle() {
    return null;
  }

  /** The exception for its users after the connection to a peer, a rank of the job, was lost. */
  protected RankFailedException lost(int peer, String words) {
    return new RankFailedException(describe() + ": " + words, new int[] {peer}, words);
  }

  /** Why {@link io.starling.runtime.Request#cancel} is refused; null if it is allowed. */
  public String whyNotCancelled() {
    return "only a receive can be cancelled (MPI 4.1, section 3.8.4)";
  }

  protected final Engine engine() {
    return engine;
  }

  protected final void send(
      int child, int segment, int peer, long tag, Memory data, long offset, long length) {
    poster.send(this, child, segment, peer, tag, data, offset, length, false);
  }

  /** Posts a send that completes after its receive was matched: it bounds unexpected data. */
  protected final void sendSynchronously(
      int child, int segment, int peer, long tag, Memory data, long offset, long length) {
    poster.send(this, child, segment, peer, tag, data, offset, length, true);
  }

  /**
   * Posts a receive. The tag decides what it matches; {@code peer} is the expected sender, for
   * messages, or -1 for any rank.
   */
  protected final void receive(
      int child,
      int segment,
      int peer,
      long tag,
      long mask,
      Memory into,
      long offset,
      long length) {
    poster.receive(this, child, segment, peer, tag, mask, into, offset, length);
  }

  /**
   * Begins an exchange on a board, as {@link Board#begin} does; {@link #onReceived} is called at
   * its end.
   *
   * @param data what to post; null to post nothing
   */
  protected final void exchange(
      Board board, long number, Memory data, long offset, long length, int from) {
    poster.exchange(this, board, number, data, offset, length, from);
  }

  /**
   * Says that this run also waits for calls of the program: its failure is noticed, and a report of
   * what the rank waits for shows it, even while no transfer is open. To be called at the start.
   */
  protected final void waitForProgram() {
    isPatient = true;
    poster.addPatient(this);
  }

  /**
   * Lets this run {@link #look} until its end or {@link #stopLooking}. To be called at the start.
   */
  protected final void lookAtMemory() {
    waitForProgram();
    isLooking = true;
    poster.addLooker(this);
  }

  /** Ends that: this run waits for other things now. */
  protected final void stopLooking() {
    if (isLooking) {
      isLooking = false;
      poster.removeLooker(this);
    }
  }

  /** Looks, and ends if nothing is left to do; returns whether it has moved. */
  final boolean lookNow() {
    try {
      boolean moved = isListening() && look();
      if (moved) {
        advance();
      }
      return moved;
    } catch (RuntimeException | Error e) {
      fail(e);
      return true;
    }
  }

  /**
   * Lets another thread do some work, such as access to a file. {@link #onWorked} is called at its
   * end, on a thread of the rank, which sees what the other one has written. If the work throws,
   * the operation fails. After a failure of the operation the work goes on.
   */
  protected final void work(int child, int segment, Executor threads, Runnable work) {
    poster.work(this, child, segment, threads, work);
  }

  /**
   * Begins an access to a peer's memory, as {@link RemoteMemory#access} does; {@link #onReceived}
   * is called at its end.
   */
  protected final void access(
      int child,
      int segment,
      RemoteMemory.Access access,
      RemoteMemory target,
      int peer,
      Memory local,
      long localOffset,
      long offset,
      long length) {
    poster.access(this, child, segment, access, target, peer, local, localOffset, offset, length);
  }

  /** Copies within this rank's memory; ends as a fold of segment 0 does. */
  protected final void copy(
      int child, Memory from, long fromOffset, Memory into, long intoOffset, long length) {
    poster.copy(this, child, from, fromOffset, into, intoOffset, length);
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
    poster.fold(
        this, child, segment, fold, left, leftOffset, right, rightOffset, into, intoOffset, length);
  }

  /**
   * Starts the operation.
   *
   * @throws IllegalStateException if it is under way, or transfers of a failed run are
   */
  public final void begin() {
    checkCanBegin();
    state = State.ACTIVE;
    failure = null;
    suspicion = null;
    engine.began();
    try {
      engine.watch().check(this);
      if (partner != null) {
        partner.check();
      }
      start();
      advance();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Throws what {@link #begin} would throw, before anything has been done. */
  public final void checkCanBegin() {
    assert engine.threads().isInside();
    if (state == State.ACTIVE || openTransfers > 0) {
      engine.watch().check(this);
      throw Failures.ofBegin(this, state == State.ACTIVE);
    }
  }

  /** Ties the next run to one that has begun: it ends no earlier, and fails if that one fails. */
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

  /** Whether it has ended, with success or failure. */
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

  /** Runs an action at the end of every run, before the actions of {@link #whenDone}. */
  public final void atEachEnd(Runnable action) {
    atEachEnd = action;
  }

  /** Runs an action once at the end of the operation; now if it has ended. */
  public final void whenDone(Runnable action) {
    if (isDone()) {
      action.run();
    } else {
      listener = listener == null ? action : new Both(listener, action);
    }
  }

  /**
   * How many sends will use the same bytes of a device. Until then the bytes are kept in host
   * memory, so that they cross once; by default until the end of the operation.
   */
  public int hostCopyUses() {
    return Share.MANY;
  }

  /** What it has on a device; null until it uses the device. */
  public final Share share() {
    return share;
  }

  /** Gives it a share, which lives as long as the operation. */
  public final void share(Share itsShare) {
    share = itsShare;
  }

  /**
   * Something else than a transfer of its own has moved this operation: ends it if nothing is left
   * to do.
   */
  protected final void moved() {
    advance();
  }

  /** Whether it still accepts events. */
  public final boolean isListening() {
    return state == State.ACTIVE && suspicion == null;
  }

  /** Ends it if nothing is left to do. */
  final void advance() {
    boolean deviceIsDone = share == null || share.isDone();
    if (isListening() && deviceIsDone && finished() && (partner == null || partner.isDone())) {
      end(State.COMPLETE);
    }
  }

  /**
   * Fails the operation; its open transfers are cancelled if possible. If a partner is still under
   * way, the end waits for it, because it may know the true reason.
   */
  public final void fail(Throwable cause) {
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
    if (isPatient) {
      isPatient = false;
      poster.removePatient(this);
    }
    stopLooking();
    engine.ended(this);
    onEnd(how == State.FAILED);
    if (atEachEnd != null) {
      atEachEnd.run();
    }
    Runnable action = listener;
    if (action != null) {
      listener = null;
      action.run();
    }
  }
}
