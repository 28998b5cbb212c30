package io.starling.examples.program;

/** How far a long computation has come. */
public final class Progress implements AutoCloseable {

  private static final int WIDTH = 30;
  private static final String ERASE_LINE = "\r\033[K";

  private final String task;
  private final int steps;
  private final boolean shown;
  private int done;
  private int percent = -1;

  private Progress(String task, int steps, boolean shown) {
    this.task = task;
    this.steps = steps;
    this.shown = shown;
  }

  /**
   * A bar on standard error where this is rank 0 and the launcher has a terminal, nothing
   * elsewhere.
   *
   * <p>Ranks write into pipes; the launcher sets {@code STARLING_TERMINAL} to 1 when it has a
   * terminal itself.
   */
  public static Progress show(String task, int steps, int rank) {
    return new Progress(task, steps, rank == 0 && "1".equals(System.getenv("STARLING_TERMINAL")));
  }

  /** One step more is done. */
  public void step() {
    done++;
    int now = 100 * done / steps;
    if (shown && now != percent) {
      percent = now;
      int full = WIDTH * done / steps;
      System.err.printf(
          "%s[%s%s] %3d%% %s",
          ERASE_LINE, "#".repeat(full), ".".repeat(WIDTH - full), percent, task);
      System.err.flush();
    }
  }

  /** Takes the bar away. */
  @Override
  public void close() {
    if (shown) {
      System.err.print(ERASE_LINE);
      System.err.flush();
    }
  }
}
