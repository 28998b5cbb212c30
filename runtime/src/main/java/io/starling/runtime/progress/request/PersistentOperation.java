package io.starling.runtime.progress.request;

import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Engine;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A persistent request: it keeps its operation from start to start. */
public final class PersistentOperation implements PersistentRequest {

  private final Engine engine;
  private final RequestedCall call;
  private boolean closed;

  // Read by threads outside the guard; the request publishes its own state.
  private volatile OperationRequest run;

  /** An inactive request, which has the call for itself. */
  public PersistentOperation(Engine engine, RequestedCall call) {
    this.engine = engine;
    this.call = call;
  }

  @Override
  public PersistentRequest start() {
    engine.enter();
    try {
      if (closed) {
        throw new IllegalStateException("this persistent request is closed");
      }
      refuseWhileUnderWay();
      call.begin();
      OperationRequest last = run;
      if (last == null || last.isKept()) {
        last = new OperationRequest(engine, call);
        run = last;
      }
      last.follow();
      return this;
    } finally {
      engine.leave();
    }
  }

  private void refuseWhileUnderWay() {
    if (!call.operation().isDone()) {
      throw new IllegalStateException(call.operation().describe() + " is still under way");
    }
  }

  /** The latest run, or null; the caller keeps it. */
  OperationRequest current() {
    OperationRequest current = run;
    if (current != null) {
      current.keep();
    }
    return current;
  }

  private Request started() {
    Request current = run;
    if (current == null) {
      throw new IllegalStateException("this persistent request was never started");
    }
    return current;
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
    Request current = run;
    return current == null ? "a persistent request that was never started" : current.toString();
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
