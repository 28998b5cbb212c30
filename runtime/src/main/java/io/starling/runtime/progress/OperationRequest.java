package io.starling.runtime.progress;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A user's hold on one run of an operation. It remembers how the run ended, so the operation may
 * serve others afterwards.
 */
public final class OperationRequest implements Request {

  private final Engine engine;
  private final Operation operation;
  private boolean done;
  private boolean cancelled;
  private RuntimeException failure;
  private Status status;

  /**
   * For an operation that has begun.
   *
   * @param statusSource gives what was received, or null
   * @param afterwards runs at the operation's end
   */
  public OperationRequest(
      Engine engine, Operation operation, Supplier<Status> statusSource, Runnable afterwards) {
    this.engine = engine;
    this.operation = operation;
    operation.whenDone(
        () -> {
          done = true;
          failure = operation.failure();
          cancelled = operation instanceof CancellableOperation receive && receive.isCancelled();
          if (failure == null && !cancelled) {
            status = statusSource.get();
          }
          afterwards.run();
        });
  }

  @Override
  public boolean test() {
    if (!done) {
      engine.checkOwner();
      engine.doWork();
    }
    throwIfFailed();
    return done;
  }

  @Override
  public void await() {
    if (!done) {
      engine.awaitUntil(() -> done, Long.MAX_VALUE);
    }
    throwIfFailed();
  }

  @Override
  public boolean await(Duration timeout) {
    if (!done) {
      engine.awaitUntil(() -> done, nanoseconds(timeout));
    }
    throwIfFailed();
    return done;
  }

  private static long nanoseconds(Duration timeout) {
    boolean forEver = timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) >= 0;
    return forEver ? Long.MAX_VALUE : Math.max(0, timeout.toNanos());
  }

  @Override
  public void cancel() {
    engine.checkOwner();
    String refusal = operation.whyNotCancelled();
    if (refusal != null) {
      throw new IllegalStateException("rank " + engine.rank() + ": " + refusal);
    }
    if (!done && operation instanceof CancellableOperation receive) {
      receive.cancel();
    }
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  Engine engine() {
    return engine;
  }

  /** Whether it has ended, well or not, so far as progress was made. */
  boolean isDone() {
    return done;
  }

  /** Why it failed, or null. */
  RuntimeException failure() {
    return failure;
  }

  @Override
  public Status status() {
    if (cancelled) {
      throw new IllegalStateException("the receive was cancelled: it has no status");
    }
    return status != null ? status : Request.super.status();
  }

  private void throwIfFailed() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public CompletionStage<Void> toCompletionStage() {
    engine.checkOwner();
    CompletableFuture<Void> stage = new CompletableFuture<>();
    if (done) {
      settle(stage);
    } else {
      operation.whenDone(() -> settle(stage));
    }
    return stage.minimalCompletionStage();
  }

  private void settle(CompletableFuture<Void> stage) {
    if (failure != null) {
      stage.completeExceptionally(failure);
    } else {
      stage.complete(null);
    }
  }
}
