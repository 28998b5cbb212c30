package io.starling.collectives.communicator;

import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.OperationRequest;
import io.starling.runtime.progress.PersistentOperation;
import java.util.function.Supplier;

/**
 * A call with checked arguments. It runs once, in one of MPI's three forms. Each form enters the
 * engine, gets an operation, and leaves the engine at its end; a blocking form admits other threads
 * while it waits.
 *
 * @param machinery finds or makes an operation; to be called inside the engine
 */
record Call<M extends Operation>(Engine engine, Supplier<Machinery<M>> machinery) {

  /**
   * An operation, its idle list, and how it is begun.
   *
   * @param begin gives the operation its memory and tag, and begins it
   * @param status gives the status of a receive
   */
  record Machinery<M extends Operation>(
      OperationCache.Idle<M> idle, M machine, Runnable begin, Supplier<Status> status) {

    Machinery(OperationCache.Idle<M> idle, M machine, Runnable begin) {
      this(idle, machine, begin, () -> null);
    }
  }

  /** The blocking form; returns the status of a receive, or null. */
  Status run() {
    engine.enter();
    try {
      Machinery<M> made = machinery.get();
      M machine = made.machine();
      made.begin().run();
      engine.await(machine);
      Status status = made.status().get();
      made.idle().give(machine);
      return status;
    } finally {
      engine.leave();
    }
  }

  /** The non-blocking form. */
  Request start() {
    engine.enter();
    try {
      Machinery<M> made = machinery.get();
      M machine = made.machine();
      made.begin().run();
      return new OperationRequest(engine, machine, made.status(), () -> made.idle().give(machine));
    } finally {
      engine.leave();
    }
  }

  /** The persistent form: the request keeps the operation. */
  PersistentRequest persistent() {
    engine.enter();
    try {
      Machinery<M> made = machinery.get();
      return new PersistentOperation(engine, made.machine(), made.begin(), made.status());
    } finally {
      engine.leave();
    }
  }
}
