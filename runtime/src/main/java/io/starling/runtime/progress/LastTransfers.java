package io.starling.runtime.progress;

/** Ends the open transfers when an engine is closed. */
final class LastTransfers {

  private static final long LONGEST_CANCEL_NANOSECONDS = 100_000_000;

  private LastTransfers() {}

  /**
   * Cancels receives, because their memory may be freed after the close; flushes the port unless
   * transfers stay open; and leaves for good.
   */
  static void end(Engine engine, TransferTable transfers, Port port) {
    try {
      cancelAndFlush(engine, transfers, port);
    } finally {
      engine.threads().end();
      engine.leave();
    }
  }

  private static void cancelAndFlush(Engine engine, TransferTable transfers, Port port) {
    engine.cancelReceives(null);
    long began = System.nanoTime();
    while (!transfers.isEmpty() && System.nanoTime() - began < LONGEST_CANCEL_NANOSECONDS) {
      engine.doWork();
    }
    if (transfers.isEmpty()) {
      port.flush();
    }
  }
}
