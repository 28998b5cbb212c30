package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;

/**
 * An operation that waits for one message and can be cancelled until that has come (MPI 4.1,
 * section 3.8.4). Either it gets a message or it is cancelled: no message is lost.
 */
public abstract class CancellableOperation extends Operation {

  private boolean cancelling;
  private boolean cancelled;

  protected CancellableOperation(Engine engine) {
    super(engine);
  }

  /** To be called at the start of a run: it was not cancelled yet. */
  protected final void forgetCancel() {
    cancelling = false;
    cancelled = false;
  }

  /** Posts the receive of a message that a {@link Probe} has taken out of the queue. */
  protected final void receiveMatched(
      int peer, MessageInfo message, Memory into, long offset, long length) {
    engine().posts().receiveMatched(this, peer, message, into, offset, length);
  }

  /** Ends it, unless its message has come. */
  final void cancel() {
    cancelling = true;
    engine().cancelReceives(this);
  }

  /** Whether the last run was cancelled before its message came. */
  public final boolean isCancelled() {
    return cancelled;
  }

  @Override
  final boolean onCancelled() {
    cancelled = cancelling;
    return cancelled;
  }

  @Override
  protected String whyNotCancelled() {
    return null;
  }
}
