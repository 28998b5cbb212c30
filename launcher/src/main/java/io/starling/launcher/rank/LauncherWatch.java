package io.starling.launcher.rank;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.client.ControlConnection;
import io.starling.runtime.log.Logs;
import io.starling.runtime.trace.TraceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A rank's daemon thread that obeys the launcher and ends the rank when the launcher has ended,
 * however that came about.
 */
final class LauncherWatch {

  private static final int ORPHANED = 1;

  private final RankEnvironment environment;
  private final ControlConnection control;

  private LauncherWatch(RankEnvironment environment, ControlConnection control) {
    this.environment = environment;
    this.control = control;
  }

  static void start(RankEnvironment environment, ControlConnection control) {
    Logs.prepareWith(() -> RankLog.install(environment.description()));
    LauncherWatch watch = new LauncherWatch(environment, control);
    Thread.ofPlatform().daemon().name("starling-launcher-watch").start(watch::run);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("starling-end").unstarted(control::processEnds));
  }

  private void run() {
    control.serve(() -> System.err.println(ThreadReport.of(environment)));
    JobProcesses.killAll(environment.jobFile());
    removeJobFile(environment.jobFile());
    TraceFolder.remove(System.getenv(), environment.size());
    killThisProcess();
    Runtime.getRuntime().halt(ORPHANED);
  }

  /**
   * A halt waits until all threads can be stopped, which a long loop can put off; a KILL doesn't.
   */
  private static void killThisProcess() {
    try {
      String self = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("sh", "-c", "kill -KILL " + self).start();
    } catch (IOException e) {
      // The halt follows.
    }
  }

  private static void removeJobFile(Path jobFile) {
    try {
      Files.deleteIfExists(jobFile);
      Files.deleteIfExists(jobFile.toAbsolutePath().getParent());
    } catch (IOException e) {
      // Another rank is doing the same.
    }
  }
}
