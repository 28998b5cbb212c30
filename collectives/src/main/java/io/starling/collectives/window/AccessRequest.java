package io.starling.collectives.window;

import io.starling.runtime.Request;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.RequestedCall;

/** Requests for accesses. */
record AccessRequest(Operation operation) implements RequestedCall {

  /** An access that has been carried out. */
  private static final class Done extends Operation {

    private final String what;

    Done(Engine engine, String what) {
      super(engine);
      this.what = what;
    }

    @Override
    protected void start() {}

    @Override
    protected boolean finished() {
      return true;
    }

    @Override
    public String describe() {
      return what;
    }
  }

  /** The request for an access that is over. */
  static Request done(Engine engine, String what) {
    return begin(engine, new Done(engine, what));
  }

  /** Begins an operation; returns its request. */
  static Request begin(Engine engine, Operation operation) {
    operation.begin();
    return new OperationRequest(engine, new AccessRequest(operation)).follow();
  }
}
