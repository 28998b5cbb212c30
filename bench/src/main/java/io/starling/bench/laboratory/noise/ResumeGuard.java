package io.starling.bench.laboratory.noise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A shell that lets processes go on when this one ends, however that comes about: it waits for the
 * end of its input.
 */
final class ResumeGuard implements AutoCloseable {

  private static final String SCRIPT =
      "trap '' HUP INT TERM; read -r _; kill -CONT \"$@\" 2>/dev/null";

  private final Process shell;

  ResumeGuard(List<Long> processes) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
    processes.forEach(process -> command.add(Long.toString(process)));
    shell =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
  }

  /** Lets them go on, and returns when that is done. */
  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
      shell.waitFor();
    } catch (IOException e) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
