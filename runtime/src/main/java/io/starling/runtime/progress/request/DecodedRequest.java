package io.starling.runtime.progress.request;

import io.starling.runtime.ResultRequest;
import io.starling.runtime.Status;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A request whose result is made of what was received, once, by the thread that asks for it. */
public final class DecodedRequest<T> implements ResultRequest<T> {

  private final OperationRequest run;
  private Supplier<? extends T> decoder;
  private T result;
  private RuntimeException failure;

  /**
   * A request for a run that has begun.
   *
   * @param decoder makes the result after the end of the run, outside the engine
   */
  public DecodedRequest(OperationRequest run, Supplier<? extends T> decoder) {
    this.run = run;
    this.decoder = decoder;
  }

  OperationRequest run() {
    return run;
  }

  @Override
  public T result() {
    run.await();
    if (run.isCancelled()) {
      throw new IllegalStateException("the receive was cancelled: it has no result");
    }
    return decode();
  }

  private synchronized T decode() {
    if (decoder != null) {
      try {
        result = decoder.get();
      } catch (RuntimeException e) {
        failure = e;
      }
      decoder = null;
    }
    if (failure != null) {
      throw failure;
    }
    return result;
  }

  @Override
  public boolean test() {
    return run.test();
  }

  @Override
  public void await() {
    run.await();
  }

  @Override
  public boolean await(Duration timeout) {
    return run.await(timeout);
  }

  @Override
  public void cancel() {
    run.cancel();
  }

  @Override
  public boolean isCancelled() {
    return run.isCancelled();
  }

  @Override
  public Status status() {
    return run.status();
  }

  @Override
  public CompletionStage<Status> toCompletionStage() {
    return run.toCompletionStage();
  }

  /** The description of the operation, or its outcome. */
  @Override
  public String toString() {
    return run.toString();
  }
}
