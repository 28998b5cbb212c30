package io.starling.bench.report;

import java.io.PrintWriter;

/** A line on a terminal that says how far it is. */
public final class ProgressBar {

  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintWriter errors;
  private final boolean isShown;

  /** Writes to {@code errors} if this is a terminal. */
  public ProgressBar(PrintWriter errors, boolean isShown) {
    this.errors = errors;
    this.isShown = isShown;
  }

  /** Says how far it is, from 0 to 1, and with what. */
  public void show(double part, String what) {
    if (isShown) {
      int full = Math.clamp(Math.round(part * WIDTH), 0, WIDTH);
      errors.printf(
          "%s[%s%s] %3d%% %s",
          ERASE_LINE, "#".repeat(full), "·".repeat(WIDTH - full), Math.round(part * 100), what);
      errors.flush();
    }
  }

  /** Takes the line away. */
  public void clear() {
    if (isShown) {
      errors.print(ERASE_LINE);
      errors.flush();
    }
  }
}
