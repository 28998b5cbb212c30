package io.starling.runtime.bootstrap.pmi;

import io.starling.runtime.StarlingException;
import java.time.Duration;

/** Sends commands of PMI 1.1 and reads the answers, one line each. For one thread. */
final class PmiConnection {

  private static final int LONGEST_LINE = 4096;
  private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

  private final Descriptor descriptor;
  private final StringBuilder arrived = new StringBuilder();

  PmiConnection(Descriptor descriptor) {
    this.descriptor = descriptor;
  }

  void tell(String command) {
    descriptor.write("cmd=" + command + "\n");
  }

  /** Sends a command and waits for its answer. */
  PmiLine ask(String command, String answer, Duration patience) {
    tell(command);
    PmiLine line = await(patience);
    if (line == null) {
      throw new StarlingException(
          "the PMI server has not answered '%s' for %d s".formatted(command, patience.toSeconds()));
    }
    return line.require(answer);
  }

  /** The next line, or null if none has arrived in time. */
  PmiLine await(Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    PmiLine line = next();
    while (line == null) {
      long left = (deadline - System.nanoTime()) / NANOSECONDS_PER_MILLISECOND;
      if (!descriptor.await(Math.clamp(left, 0, Integer.MAX_VALUE))) {
        if (left > 0) {
          // A signal may have ended the wait.
          continue;
        }
        return null;
      }
      if (arrived.length() > LONGEST_LINE) {
        throw new StarlingException("the PMI server sent a line of over " + LONGEST_LINE);
      }
      arrived.append(descriptor.read());
      line = next();
    }
    return line;
  }

  private PmiLine next() {
    int end = arrived.indexOf("\n");
    if (end < 0) {
      return null;
    }
    PmiLine line = PmiLine.parse(arrived.substring(0, end));
    arrived.delete(0, end + 1);
    return line;
  }
}
