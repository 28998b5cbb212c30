package io.starling.bench.soak;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a rank tells the command, in lines that begin with a mark. */
final class RankReport {

  /** Begins every line that is for the command. */
  static final String MARK = "@soak ";

  private static final long LEAST_BETWEEN = 5_000_000_000L;
  private static final long MOST_BETWEEN = 15_000_000_000L;
  private static final long PARTS = 60;

  private final PrintStream out;
  private final int rank;
  private final long interval;
  private final Map<String, long[]> counts = new LinkedHashMap<>();
  private long next;
  private long steps;

  RankReport(PrintStream out, int rank, long millis) {
    this.out = out;
    this.rank = rank;
    interval = Math.clamp(millis * 1_000_000 / PARTS, LEAST_BETWEEN, MOST_BETWEEN);
    next = System.nanoTime() + interval;
  }

  void count(String kind, long bytes) {
    long[] entry = counts.computeIfAbsent(kind, _ -> new long[2]);
    entry[0]++;
    entry[1] += bytes;
  }

  /** A step is over. */
  void step(long step) {
    steps++;
    if (System.nanoTime() >= next) {
      sample(step);
      next = System.nanoTime() + interval;
    }
  }

  /** Tells what was done since the last time, and what this process uses. */
  void sample(long step) {
    counts.forEach((kind, entry) -> say("count", kind + " " + entry[0] + " " + entry[1]));
    counts.clear();
    say("steps", "" + steps);
    steps = 0;
    say("sample", step + " " + ProcessSample.ofThisProcess().words());
  }

  void say(String what, String text) {
    out.println(MARK + rank + " " + what + " " + text.replace('\n', ' '));
    out.flush();
  }
}
