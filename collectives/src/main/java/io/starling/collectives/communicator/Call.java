package io.starling.collectives.communicator;

import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.PersistentOperation;
import java.util.function.Supplier;

/**
 * A call with checked arguments. It runs once, in one of MPI's three forms. Each form enters the
 * engine, gets an operation, and leaves the engine at its end; a blocking form admits other threads
 * while it waits.
 *
 * @param prepared finds or makes an operation; to be called inside the engine
 */
record Call<M extends Operation>(Engine engine, Supplier<Prepared<M>> prepared) {

  /**
   * An operation, its idle list, and how it is begun.
   *
   * @param begin gives the operation its memory and tag, and begins it
   * @param status gives the status of a receive
   */
  record Prepared<M extends Operation>(
      OperationCache.Idle<M> idle, M operation, Runnable begin, Supplier<Status> status) {

    Prepared(OperationCache.Idle<M> idle, M operation, Runnable begin) {
      this(idle, operation, begin, () -> null);
    }
  }

  /** The blocking form; returns the status of a receive, or null. */
  Status run() {
    engine.enter();
    try {
      Prepared<M> made = prepared.get();
      M operation = made.operation();
      made.begin().run();
      engine.await(operation);
      Status status = made.status().get();
      made.idle().give(operation);
      return status;
    } finally {
      engine.leave();
    }
  }

  /** The non-blocking form. */
  Request start() {
    engine.enter();
    try {
      Prepared<M> made = prepared.get();
      M operation = made.operation();
      made.begin().run();
      return new OperationRequest(
          engine, operation, made.status(), () -> made.idle().give(operation));
    } finally {
      engine.leave();
    }
  }

  /** The persistent form: the request keeps the operation. */
  PersistentRequest persistent() {
    engine.enter();
    try {
      Prepared<M> made = prepared.get();
      return new PersistentOperation(engine, made.operation(), made.begin(), made.status());
    } finally {
      engine.leave();
    }
  }
}
