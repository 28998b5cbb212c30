package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The processes of a job on this host: ranks and whatever they have started, also what has detached
 * itself from its parent. They are known by the job file that they inherited in their environment.
 */
public final class JobProcesses {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private JobProcesses() {}

  /** Kills all of them except the calling process, and returns when they are gone. */
  public static void killAll(Path jobFile) {
    killAll(RankEnvironment.JOB_FILE, jobFile.toString());
  }

  /** Kills all processes whose environment has this variable with this value, as above. */
  public static void killAll(String variable, String value) {
    byte[] mark = (variable + "=" + value).getBytes(StandardCharsets.UTF_8);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (killOnce(mark) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  /** Whether there was any; one that has ended and only waits for its parent has no environment. */
  private static boolean killOnce(byte[] mark) {
    ProcessHandle self = ProcessHandle.current();
    List<ProcessHandle> found =
        ProcessHandle.allProcesses()
            .filter(process -> !process.equals(self) && belongs(process, mark))
            .toList();
    found.forEach(ProcessHandle::destroyForcibly);
    return !found.isEmpty();
  }

  private static boolean belongs(ProcessHandle process, byte[] mark) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
      return containsVariable(environment, mark);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean containsVariable(byte[] environment, byte[] mark) {
    int start = 0;
    for (int i = 0; i < environment.length; i++) {
      if (environment[i] == 0) {
        if (Arrays.equals(environment, start, i, mark, 0, mark.length)) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }
}
