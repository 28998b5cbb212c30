package io.starling.collectives;

import io.starling.runtime.progress.ThreadLevel;
import io.starling.runtime.progress.Threading;
import java.util.Map;

/** What the environment says about a rank's threads. */
final class ThreadOptions {

  private enum Progress {
    CALLER,
    THREAD,
    AUTO
  }

  private final ThreadLevel level;
  private final Progress progress;

  private ThreadOptions(ThreadLevel level, Progress progress) {
    this.level = level;
    this.progress = progress;
  }

  /**
   * Reads the variables.
   *
   * @throws IllegalArgumentException if one has an unknown value; the message lists the known
   */
  static ThreadOptions from(Map<String, String> environment) {
    return new ThreadOptions(
        level(environment.getOrDefault(Starling.THREADS, ThreadLevel.FUNNELED.label())),
        progress(environment.getOrDefault(Starling.PROGRESS, "caller")));
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

  /** The same with a level that the program asks for. */
  ThreadOptions with(ThreadLevel itsLevel) {
    return new ThreadOptions(itsLevel, progress);
  }

  /**
   * The threads of a rank.
   *
   * @param ranks how many ranks its host has
   * @param processors how many processors this rank may use; one that is bound to a core has no
   *     other to spare
   */
  Threading threading(int ranks, int processors) {
    boolean thread =
        switch (progress) {
          case CALLER -> false;
          case THREAD -> true;
          case AUTO -> processors > ranks;
        };
    return new Threading(level, thread);
  }
}
