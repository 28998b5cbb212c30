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
 * A call that was checked and has its machine: it can be run in each of MPI's three forms.
 *
 * @param begin arms the machine with memory and tag, and begins it
 * @param status what a receive received
 */
record Call<M extends Operation>(
    Engine engine,
    MachineCache.Shelf<M> shelf,
    M machine,
    Runnable begin,
    Supplier<Status> status) {

  Call(Engine engine, MachineCache.Shelf<M> shelf, M machine, Runnable begin) {
    this(engine, shelf, machine, begin, () -> null);
  }

  /** Blocking. */
  void run() {
    begin.run();
    engine.await(machine);
    shelf.give(machine);
  }

  /** Blocking; returns what was received. */
  Status runForStatus() {
    begin.run();
    engine.await(machine);
    Status received = status.get();
    shelf.give(machine);
    return received;
  }

  /** Non-blocking. */
  Request start() {
    begin.run();
    return new OperationRequest(engine, machine, status, () -> shelf.give(machine));
  }

  /** Persistent: the machine stays with the request. */
  PersistentRequest persistent() {
    return new PersistentOperation(engine, machine, begin, status);
  }
}
