package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;

/**
 * An operation that waits for one message and can be cancelled until the message has arrived (MPI
 * 4.1, section 3.8.4). It either receives a message or is cancelled: no message is lost.
 */
public abstract class CancellableOperation extends Operation {

  private boolean cancelling;
  private boolean cancelled;

  protected CancellableOperation(Engine engine) {
    super(engine);
  }

  /** Marks the operation as not cancelled; to be called at the start of a run. */
  protected final void forgetCancel() {
    cancelling = false;
    cancelled = false;
  }

  /** Posts the receive of a message that a probe has removed from the queue. */
  protected final void receiveMatched(
      int peer, MessageInfo message, Memory into, long offset, long length) {
    engine().poster().receiveMatched(this, peer, message, into, offset, length);
  }

  /** Cancels the receive unless its message has arrived. */
  public void cancel() {
    cancelling = true;
    engine().cancelReceives(this);
    engine().threads().asked();
  }

  /** Whether the last run was cancelled before its message arrived. */
  public final boolean isCancelled() {
    return cancelled;
  }

  @Override
  final boolean onCancelled() {
    cancelled = cancelling;
    return cancelled;
  }

  @Override
  public String whyNotCancelled() {
    return null;
  }
}
