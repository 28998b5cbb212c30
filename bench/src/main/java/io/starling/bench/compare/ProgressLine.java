package io.starling.bench.compare;

import io.starling.bench.report.Units;
import io.starling.launcher.output.Terminal;
import java.io.PrintStream;
import java.time.Duration;

/**
 * How far the comparison has come, on a line of a terminal that is written anew; it is silent
 * elsewhere, and also between runs, for a thread that draws would disturb the figures.
 */
public final class ProgressLine {

  private static final String CLEAR = "\r\u001B[K";
  private static final int WIDTH = 24;

  private final PrintStream out;
  private final boolean watched;
  private final int steps;
  private final long start = System.nanoTime();
  private int done;

  ProgressLine(PrintStream out, boolean watched, int steps) {
    this.out = out;
    this.watched = watched;
    this.steps = steps;
  }

  /** On stderr, if that is a terminal. */
  public static ProgressLine onError(int steps) {
    return new ProgressLine(System.err, Terminal.ERROR.isAttached(), steps);
  }

  /** The next step begins. */
  public void step(String what) {
    if (watched) {
      int filled = WIDTH * done / steps;
      String bar = "#".repeat(filled) + "-".repeat(WIDTH - filled);
      out.print(CLEAR + "[" + bar + "] " + (done + 1) + "/" + steps + " " + what + remaining());
      out.flush();
    }
    done++;
  }

  private String remaining() {
    if (done == 0) {
      return "";
    }
    long nanos = (System.nanoTime() - start) / done * (steps - done);
    return ", %s left".formatted(Units.time(Duration.ofNanos(nanos)));
  }

  /** Takes the line away, before other text or at the end. */
  public void clear() {
    if (watched) {
      out.print(CLEAR);
      out.flush();
    }
  }
}
