package io.starling.launcher.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person looks on. */
public enum Terminal {
  OUTPUT(1),
  ERROR(2);

  private static final int USUAL_WIDTH = 80;

  /** Below this a table of options has no room, beyond that lines are hard to read. */
  private static final int NARROWEST = 60;

  private static final int WIDEST = 120;

  private final int descriptor;

  Terminal(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Whether the launcher's stream ends on a terminal. */
  public boolean isAttached() {
    String target = target();
    return target.startsWith("/dev/pts/")
        || target.startsWith("/dev/tty")
        || target.equals("/dev/console");
  }

  /** Whether another program reads it. */
  public boolean isPipe() {
    return target().startsWith("pipe:") || target().startsWith("socket:");
  }

  /** How many columns it has: what COLUMNS says, or the terminal; 80 where neither is known. */
  public int width() {
    String columns = System.getenv("COLUMNS");
    int width =
        columns != null && columns.matches("\\d{1,4}")
            ? Integer.parseInt(columns)
            : isAttached() ? TerminalSize.columns(descriptor) : 0;
    return width <= 0 ? USUAL_WIDTH : Math.clamp(width, NARROWEST, WIDEST);
  }

  /** Whether a line can be drawn again and again: on a terminal that knows how. */
  public boolean isDrawable() {
    return isAttached() && !"dumb".equals(System.getenv("TERM"));
  }

  private String target() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "";
    }
  }

  /** Whether colours are welcome: on a terminal, unless {@code NO_COLOR} is set. */
  public boolean isColoured() {
    String refusal = System.getenv("NO_COLOR");
    return (refusal == null || refusal.isEmpty()) && isAttached();
  }
}
