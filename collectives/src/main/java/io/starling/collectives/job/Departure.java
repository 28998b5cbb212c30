package io.starling.collectives.job;

import io.starling.collectives.operation.Plural;
import io.starling.runtime.progress.Engine;

/** How a rank leaves the job. */
final class Departure {

  private Departure() {}

  /** Leaves the job in any case, and then says what was still open. */
  static void leave(Engine engine, Runnable close) {
    String open = engine.isClosed() ? "" : describeOpen(engine);
    close.run();
    if (!open.isEmpty()) {
      throw new IllegalStateException(
          "rank %d: the communicator was closed with %s; wait for every request before the close"
              .formatted(engine.rank(), open));
    }
  }

  private static String describeOpen(Engine engine) {
    engine.enter();
    try {
      int operations = engine.activeOperations();
      return operations == 0
          ? ""
          : "%s under way: %s"
              .formatted(Plural.of(operations, "operation"), engine.waits().pending());
    } finally {
      engine.leave();
    }
  }
}
