package io.starling.collectives;

import io.starling.runtime.progress.Engine;

/**
 * One rank's part in a communicator, shared by the communicator's variants with other algorithms.
 *
 * @param context tells its messages from those of other communicators
 * @param check whether every collective is checked for agreement
 * @param leave is called once, at the first close
 */
record Member(
    Engine engine,
    int context,
    boolean check,
    SequenceRing sequence,
    MachineCache machines,
    Runnable leave) {

  Member(Engine engine, boolean check, Runnable leave) {
    this(engine, 0, check, new SequenceRing(), new MachineCache(), leave);
  }

  Arguments arguments() {
    return new Arguments(engine.rank(), engine.size());
  }

  void close() {
    leave.run();
  }
}
