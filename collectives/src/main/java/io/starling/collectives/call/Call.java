package io.starling.collectives.call;

import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.PersistentOperation;
import io.starling.runtime.progress.request.RequestedCall;

/**
 * A call with checked arguments and the operation that runs it, in one of MPI's three forms. Later
 * calls use it again, so a repeated call allocates nothing.
 *
 * <pre>
 * idle ──> taken for a call ──> begins ──> ends ──> idle
 *                                 ^          │
 *                                 └──────────┘ persistent
 * </pre>
 *
 * <p>To be used between {@link Member#enter} and the end of the user's call.
 */
public abstract class Call implements RequestedCall {

  private final Member member;
  private boolean isPersistent;

  /** A call whose operation runs on a communicator. */
  Call(Member member, Operation operation) {
    this.member = member;
    operation.atEachEnd(member.oneEnded());
  }

  /** Gives the operation what it needs for a run. */
  abstract void prepare();

  /** Forgets the buffers, and waits for its next use. */
  abstract void becomeIdle();

  final Member member() {
    return member;
  }

  @Override
  public final void begin() {
    member.checkOpen();
    prepare();
    operation().begin();
    member.oneBegan();
  }

  @Override
  public final void release() {
    if (!isPersistent && operation().failure() == null) {
      becomeIdle();
    }
  }

  /** The blocking form; returns the status of a receive, or null. */
  public final Status run() {
    begin();
    member.engine().waits().await(operation());
    Status status = status();
    release();
    return status;
  }

  /** The non-blocking form. */
  public final Request start() {
    begin();
    return new OperationRequest(member.engine(), this).follow();
  }

  /** The persistent form: the request keeps the call. */
  public final PersistentRequest persistent() {
    isPersistent = true;
    return new PersistentOperation(member.engine(), this);
  }

  /** The memory of a buffer, whose arena may have been closed since the last start. */
  final Memory memory(String role, Buffer buffer) {
    if (buffer == null) {
      return Memory.EMPTY;
    }
    member.arguments().alive(role, buffer);
    return MemoryBuffer.of(buffer).memory();
  }
}
