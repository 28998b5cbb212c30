package io.starling.launcher.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person looks on. */
public enum Terminal {
  OUTPUT(1),
  ERROR(2);

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
