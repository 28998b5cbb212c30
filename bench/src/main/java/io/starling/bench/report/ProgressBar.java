package io.starling.bench.report;

import io.starling.launcher.output.Terminal;
import java.io.PrintWriter;

/** A line on a terminal that shows how far a command has come; a line too long is cut. */
public final class ProgressBar {

  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final String CUT = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";

  private final PrintWriter errors;
  private final boolean isShown;

  /** Writes to {@code errors} if this is a terminal. */
  public ProgressBar(PrintWriter errors, boolean isShown) {
    this.errors = errors;
    this.isShown = isShown;
  }

  /** On the standard error, if that is a terminal. */
  public static ProgressBar onError(PrintWriter errors) {
    return new ProgressBar(errors, Terminal.ERROR.isDrawable());
  }

  /** Shows how far it is, from 0 to 1, and with what. */
  public void show(double part, String what) {
    if (isShown) {
      int full = Math.clamp(Math.round(part * WIDTH), 0, WIDTH);
      errors.printf(
          "%s%s[%s%s] %3d%% %s%s",
          ERASE_LINE,
          CUT,
          "#".repeat(full),
          ".".repeat(WIDTH - full),
          Math.round(part * 100),
          what,
          WRAP);
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
