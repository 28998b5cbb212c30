package io.starling.examples.program;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a long computation has come. */
public interface Progress extends AutoCloseable {

  /** One step more is done. */
  void step();

  @Override
  void close();

  /**
   * A bar on standard error where this is rank 0 and a person watches, nothing elsewhere.
   *
   * <p>Ranks write into pipes; the launcher sets {@code STARLING_TERMINAL} to 1 when it has a
   * terminal itself.
   */
  static Progress show(String task, int steps, int rank) {
    boolean watched = "1".equals(System.getenv("STARLING_TERMINAL"));
    return rank == 0 && watched ? bar(task, steps) : silent();
  }

  private static Progress bar(String task, int steps) {
    int columns = 80;
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .setConsumer(new ConsoleProgressBarConsumer(System.err, columns))
            .build();
    return new Progress() {
      @Override
      public void step() {
        bar.step();
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }

  private static Progress silent() {
    return new Progress() {
      @Override
      public void step() {}

      @Override
      public void close() {}
    };
  }
}
