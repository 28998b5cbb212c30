package io.starling.collectives.settings;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.util.Map;

/** The thread settings of a rank, from the environment. */
public final class ThreadSettings {

  private enum Progress {
    CALLER,
    THREAD,
    AUTO
  }

  private final ThreadLevel level;
  private final Progress progress;

  private ThreadSettings(ThreadLevel level, Progress progress) {
    this.level = level;
    this.progress = progress;
  }

  /**
   * Reads the variables.
   *
   * @throws IllegalArgumentException if a value is unknown; the message lists the known ones
   */
  public static ThreadSettings from(Map<String, String> environment) {
    return new ThreadSettings(
        level(environment.getOrDefault(JobVariables.THREADS, ThreadLevel.FUNNELED.label())),
        progress(environment.getOrDefault(JobVariables.PROGRESS, "caller")));
  }

  private static ThreadLevel level(String name) {
    try {
      return ThreadLevel.named(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--threads %s: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static Progress progress(String name) {
    return switch (name) {
      case "caller" -> Progress.CALLER;
      case "thread" -> Progress.THREAD;
      case "auto" -> Progress.AUTO;
      default ->
          throw new IllegalArgumentException(
              "--progress %s: unknown; known are thread, caller and auto".formatted(name));
    };
  }

  /** These settings with the level that the program requests. */
  public ThreadSettings with(ThreadLevel itsLevel) {
    return new ThreadSettings(itsLevel, progress);
  }

  /**
   * The threads of a rank.
   *
   * @param ranks the number of ranks on its host
   * @param processors the number of processors this rank may use; a rank that is bound to one core
   *     has none to spare
   */
  public Threading threading(int ranks, int processors) {
    boolean thread =
        switch (progress) {
          case CALLER -> false;
          case THREAD -> true;
          case AUTO -> processors > ranks;
        };
    return new Threading(level, thread);
  }
}
