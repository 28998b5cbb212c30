package io.starling.examples.program;

import java.io.IOException;

/** How a program shows what happens when one of its processes dies. */
public final class Kill {

  private Kill() {}

  /**
   * Ends this process by SIGKILL, as the kernel does when memory is short: nothing is closed.
   *
   * @return never; false, so that it can stand in a condition
   */
  public static boolean self() {
    try {
      new ProcessBuilder("sh", "-c", "kill -KILL " + ProcessHandle.current().pid())
          .start()
          .waitFor();
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }
}
