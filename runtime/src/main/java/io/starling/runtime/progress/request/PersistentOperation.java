package io.starling.runtime.progress.request;

import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A persistent request: it keeps its operation from start to start. */
public final class PersistentOperation implements PersistentRequest {

  private final Engine engine;
  private final Operation operation;
  private final Runnable begin;
  private final Supplier<Status> status;
  // Read by threads outside the guard; a request publishes its own state.
  private volatile OperationRequest current;
  private boolean closed;

  /**
   * An inactive request.
   *
   * @param begin gives the operation its memory and tag, and begins it
   * @param status gives the status of a receive
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

  /** The latest run, or null. */
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
  public CompletionStage<Status> toCompletionStage() {
    return started().toCompletionStage();
  }

  /** The run that was started last. */
  @Override
  public String toString() {
    Request run = current;
    return run == null ? "a persistent request that was never started" : run.toString();
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
