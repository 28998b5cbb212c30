package io.starling.bench.compare;

import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * How far the comparison has come, as a {@link ProgressBar}. It is drawn between runs only, for a
 * thread that draws would disturb the figures.
 */
public final class ProgressLine {

  private final ProgressBar bar;
  private final int steps;
  private final long start = System.nanoTime();
  private int done;

  ProgressLine(ProgressBar bar, int steps) {
    this.bar = bar;
    this.steps = steps;
  }

  /** On stderr, if that is a terminal. */
  public static ProgressLine onError(PrintWriter errors, int steps) {
    return new ProgressLine(ProgressBar.onError(errors), steps);
  }

  /** The next step begins. */
  public void step(String what) {
    bar.show((double) done / steps, what + remaining());
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
    bar.clear();
  }
}
