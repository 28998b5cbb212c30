package io.starling.runtime.progress;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** An operation that keeps its machine from start to start. */
public final class PersistentOperation implements PersistentRequest {

  private final Engine engine;
  private final Operation operation;
  private final Runnable begin;
  private final Supplier<Status> status;
  // Asked by threads that are not inside: what a request knows, it publishes itself.
  private volatile OperationRequest current;
  private boolean closed;

  /**
   * A request that was not started yet.
   *
   * @param begin arms the operation with its memory and tag, and begins it
   * @param status what a receive received
   */
  public PersistentOperation(
      Engine engine, Operation operation, Runnable begin, Supplier<Status> status) {
    this.engine = engine;
    this.operation = operation;
    this.begin = begin;
    this.status = status;
  }

  @Override
  public PersistentRequest start() {
    engine.enter();
    try {
      if (closed) {
        throw new IllegalStateException("this persistent request is closed");
      }
      refuseWhileUnderWay();
      begin.run();
      current = new OperationRequest(engine, operation, status, () -> {});
      return this;
    } finally {
      engine.leave();
    }
  }

  private void refuseWhileUnderWay() {
    if (current != null && !operation.isDone()) {
      throw new IllegalStateException(operation.describe() + " is still under way");
    }
  }

  /** The run that was started last, or null. */
  OperationRequest current() {
    return current;
  }

  private Request started() {
    Request run = current;
    if (run == null) {
      throw new IllegalStateException("this persistent request was never started");
    }
    return run;
  }

  @Override
  public boolean test() {
    return started().test();
  }

  @Override
  public void await() {
    started().await();
  }

  @Override
  public boolean await(Duration timeout) {
    return started().await(timeout);
  }

  @Override
  public void cancel() {
    started().cancel();
  }

  @Override
  public boolean isCancelled() {
    return started().isCancelled();
  }

  @Override
  public Status status() {
    return started().status();
  }

  @Override
  public CompletionStage<Void> toCompletionStage() {
    return started().toCompletionStage();
  }

  @Override
  public void close() {
    if (engine.isClosed()) {
      refuseWhileUnderWay();
      return;
    }
    engine.enter();
    try {
      refuseWhileUnderWay();
      closed = true;
    } finally {
      engine.leave();
    }
  }
}
