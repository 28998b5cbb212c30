package io.starling.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A user's hold on one run of an operation. It remembers how the run ended, so the operation may
 * serve others afterwards.
 */
public final class OperationRequest implements Request {

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

  // Read by threads that are not inside: what is below is written before it. Set by a release,
  // which costs nothing, and not by a volatile write, which would drain the store buffer.
  private volatile boolean done;

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
          failure = operation.failure();
          cancelled = operation instanceof CancellableOperation receive && receive.isCancelled();
          if (failure == null && !cancelled) {
            status = statusSource.get();
          }
          DONE.setRelease(this, true);
          afterwards.run();
        });
  }

  @Override
  public boolean test() {
    if (!done) {
      engine.enter();
      try {
        engine.doWork();
      } finally {
        engine.leave();
      }
    }
    return conclude();
  }

  @Override
  public void await() {
    if (done) {
      engine.settle();
    } else {
      engine.access().await(operation, () -> done, Long.MAX_VALUE);
    }
    conclude();
  }

  @Override
  public boolean await(Duration timeout) {
    if (done) {
      engine.settle();
    } else {
      engine.access().await(operation, () -> done, nanoseconds(timeout));
    }
    return conclude();
  }

  private static long nanoseconds(Duration timeout) {
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
        engine.access().asked();
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
    if (isCancelled()) {
      throw new IllegalStateException("the receive was cancelled: it has no status");
    }
    return done && status != null ? status : Request.super.status();
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
  public CompletionStage<Void> toCompletionStage() {
    CompletableFuture<Void> stage = new CompletableFuture<>();
    engine.enter();
    try {
      if (done) {
        settle(stage);
      } else {
        operation.whenDone(() -> engine.access().afterwards(() -> settle(stage)));
      }
    } finally {
      engine.leave();
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
