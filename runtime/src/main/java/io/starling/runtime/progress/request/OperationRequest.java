package io.starling.runtime.progress.request;

import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.CancellableOperation;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * The user's request for a run of an operation. It keeps the outcome, so that the operation can be
 * reused.
 */
public final class OperationRequest implements Request, Runnable {

  private static final VarHandle DONE;

  static {
    try {
      DONE = MethodHandles.lookup().findVarHandle(OperationRequest.class, "done", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Engine engine;
  private final Operation operation;
  private final RequestedCall call;
  private final BooleanSupplier isDone = this::isDone;

  // Read by threads outside the guard; the fields below are written before it. Set with release
  // semantics, which cost nothing; a volatile write would drain the store buffer.
  private volatile boolean done;

  private volatile boolean kept;
  private int waiting;
  private boolean cancelled;
  private RuntimeException failure;
  private Status status;

  /** A request for a call; {@link #follow} ties it to the run that has begun. */
  public OperationRequest(Engine engine, RequestedCall call) {
    this.engine = engine;
    this.call = call;
    operation = call.operation();
  }

  /** Keeps the outcome of the run that has begun; forgets that of the last one. */
  public OperationRequest follow() {
    cancelled = false;
    failure = null;
    status = null;
    DONE.setRelease(this, false);
    operation.whenDone(this);
    return this;
  }

  /** The operation calls it at its end. */
  @Override
  public void run() {
    failure = operation.failure();
    cancelled = operation instanceof CancellableOperation receive && receive.isCancelled();
    if (failure == null && !cancelled) {
      status = call.status();
    }
    DONE.setRelease(this, true);
    call.release();
  }

  @Override
  public boolean test() {
    if (!done) {
      engine.enter();
      try {
        engine.waits().checkInterrupt(operation);
        engine.look();
      } finally {
        engine.leave();
      }
    }
    return conclude();
  }

  @Override
  public void await() {
    await(Long.MAX_VALUE);
  }

  @Override
  public boolean await(Duration timeout) {
    return await(nanoseconds(timeout));
  }

  private boolean await(long nanoseconds) {
    if (done) {
      engine.waits().settle();
    } else {
      engine.enter();
      waiting++;
      try {
        engine.waits().await(operation, isDone, nanoseconds);
      } finally {
        waiting--;
        engine.leave();
      }
    }
    return conclude();
  }

  /** A caller asks for the outcome of this run, perhaps after the next has begun. */
  void keep() {
    kept = true;
  }

  /** Whether its outcome is asked for: then the next run of the operation needs another one. */
  boolean isKept() {
    return kept || waiting > 0;
  }

  static long nanoseconds(Duration timeout) {
    if (timeout == null) {
      throw new IllegalArgumentException("timeout must be a duration, not null");
    }
    boolean forEver = timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0;
    return forEver ? Long.MAX_VALUE : Math.max(0, timeout.toNanos());
  }

  @Override
  public void cancel() {
    engine.enter();
    try {
      String refusal = operation.whyNotCancelled();
      if (refusal != null) {
        throw new IllegalStateException("rank " + engine.rank() + ": " + refusal);
      }
      if (!done && operation instanceof CancellableOperation receive) {
        receive.cancel();
      }
    } finally {
      engine.leave();
    }
  }

  @Override
  public boolean isCancelled() {
    return done && cancelled;
  }

  Engine engine() {
    return engine;
  }

  /** Whether it has ended, with success or failure, as far as progress was made. */
  boolean isDone() {
    return done;
  }

  /** Why it failed, or null. */
  RuntimeException failure() {
    return failure;
  }

  @Override
  public Status status() {
    if (isCancelled()) {
      throw new IllegalStateException("the receive was cancelled: it has no status");
    }
    return done && status != null ? status : Request.super.status();
  }

  /** The description of the operation, or its outcome. */
  @Override
  public String toString() {
    if (!done) {
      return operation.describe();
    }
    if (failure != null) {
      return "failed: " + failure.getMessage();
    }
    return cancelled ? "cancelled" : status == null ? "complete" : "complete: " + status;
  }

  /** Whether it has ended; throws if it failed. */
  private boolean conclude() {
    boolean ended = done;
    if (ended && failure != null) {
      throw failure;
    }
    return ended;
  }

  @Override
  public CompletionStage<Status> toCompletionStage() {
    CompletableFuture<Status> stage = new CompletableFuture<>();
    if (engine.isClosed()) {
      settle(stage);
    } else {
      settleOrWait(stage);
    }
    return stage.minimalCompletionStage();
  }

  private void settleOrWait(CompletableFuture<Status> stage) {
    engine.enter();
    try {
      keep();
      if (done) {
        settle(stage);
      } else {
        operation.whenDone(() -> engine.threads().afterwards(() -> settle(stage)));
      }
    } finally {
      engine.leave();
    }
  }

  private void settle(CompletableFuture<Status> stage) {
    if (!done) {
      stage.completeExceptionally(new IllegalStateException("closed before its end: " + this));
    } else if (failure != null) {
      stage.completeExceptionally(failure);
    } else {
      stage.complete(status);
    }
  }
}
