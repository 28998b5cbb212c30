package io.starling.collectives;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.OperationRequest;
import io.starling.runtime.progress.PersistentOperation;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import java.util.function.Supplier;

/**
 * A call whose arguments were checked: it can be run, once, in each of MPI's three forms. Each form
 * enters the engine before the call gets its machine, and leaves it at its end; a blocking one lets
 * other threads in while it waits.
 *
 * @param machinery finds or makes a machine; to be asked inside the engine
 */
record Call<M extends Operation>(Engine engine, Supplier<Machinery<M>> machinery) {

  /**
   * A machine, where it goes afterwards, and how it is set to work.
   *
   * @param begin arms the machine with memory and tag, and begins it
   * @param status what a receive received
   */
  record Machinery<M extends Operation>(
      MachineCache.Shelf<M> shelf, M machine, Runnable begin, Supplier<Status> status) {

    Machinery(MachineCache.Shelf<M> shelf, M machine, Runnable begin) {
      this(shelf, machine, begin, () -> null);
    }
  }

  /** Blocking; returns what was received, or null. */
  Status run() {
    engine.enter();
    try {
      Machinery<M> made = machinery.get();
      M machine = made.machine();
      made.begin().run();
      engine.await(machine);
      Status status = made.status().get();
      made.shelf().give(machine);
      return status;
    } finally {
      engine.leave();
    }
  }

  /** Non-blocking. */
  Request start() {
    engine.enter();
    try {
      Machinery<M> made = machinery.get();
      M machine = made.machine();
      made.begin().run();
      return new OperationRequest(engine, machine, made.status(), () -> made.shelf().give(machine));
    } finally {
      engine.leave();
    }
  }

  /** Persistent: the machine stays with the request. */
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
