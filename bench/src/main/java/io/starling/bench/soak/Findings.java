package io.starling.bench.soak;

import io.starling.bench.report.LineStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What the ranks of a transport's jobs have told; threads take turns. */
final class Findings extends LineStream {

  private static final int TERMINATE = 15;

  /** What was done of a kind, by all ranks. */
  record Count(long calls, long bytes) {
    Count plus(Count other) {
      return new Count(calls + other.calls, bytes + other.bytes);
    }
  }

  private final PrintStream others;
  private final Map<String, Count> counts = new TreeMap<>();
  private final Map<String, List<ProcessSample>> samples = new LinkedHashMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<String> hanging = new ArrayList<>();
  private CompletableFuture<Integer> signal = new CompletableFuture<>();
  private final Set<String> accounted = new HashSet<>();
  private int jobs;
  private int kills;
  private int recoveries;
  private long farthest;

  /** Lines that are not for the command go to {@code others}. */
  Findings(PrintStream others) {
    this.others = others;
  }

  /** Another job begins; what it returns completes when it is to be ended. */
  synchronized CompletableFuture<Integer> begin() {
    jobs++;
    accounted.clear();
    signal = new CompletableFuture<>();
    return signal;
  }

  @Override
  protected synchronized void take(String line) {
    if (!line.startsWith(RankReport.MARK)) {
      others.println(line);
      return;
    }
    String[] words = line.split(" ", 4);
    switch (words[2]) {
      case "count" -> count(words[3].split(" "));
      case "sample" -> sample(words[1], words[3].split(" "));
      case "kill" -> {
        accounted.add(words[1]);
        kills++;
      }
      case "survived" -> recoveries++;
      case "end" -> {
        accounted.add(words[1]);
        farthest = Math.max(farthest, Long.parseLong(words[3]));
      }
      case "wrong" -> note(wrong, "rank " + words[1] + ": " + words[3]);
      case "hang" -> note(hanging, "rank " + words[1] + ": " + words[3]);
      default -> {
        // For those who read the lines.
      }
    }
  }

  private void count(String[] words) {
    counts.merge(
        words[0], new Count(Long.parseLong(words[1]), Long.parseLong(words[2])), Count::plus);
  }

  private void sample(String rank, String[] words) {
    farthest = Math.max(farthest, Long.parseLong(words[0]));
    samples
        .computeIfAbsent("job %d, rank %s".formatted(jobs, rank), _ -> new ArrayList<>())
        .add(ProcessSample.of(words, 1));
  }

  /** The others have a moment to say where they are; then the job is ended. */
  private void note(List<String> list, String text) {
    list.add(text);
    CompletableFuture<Integer> ending = signal;
    CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS)
        .execute(() -> ending.complete(TERMINATE));
  }

  /** The job has ended well, or by the deaths that were wanted: then all ranks have said so. */
  synchronized void settle(int ranks) {
    if (accounted.size() < ranks) {
      wrong.add(
          "job %d: only %d of %d ranks have said why they ended: %s"
              .formatted(jobs, accounted.size(), ranks, accounted));
    }
  }

  /** A walk from a step that has ended well has done something. */
  synchronized void requireSteps(long from) {
    if (farthest <= from && kills == 0) {
      wrong.add("no rank has done a step, so nothing was compared; give it more --seconds");
    }
  }

  synchronized Map<String, Count> counts() {
    return new TreeMap<>(counts);
  }

  synchronized Map<String, List<ProcessSample>> samples() {
    return new LinkedHashMap<>(samples);
  }

  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  synchronized List<String> hanging() {
    return List.copyOf(hanging);
  }

  synchronized int jobs() {
    return jobs;
  }

  synchronized int kills() {
    return kills;
  }

  synchronized int recoveries() {
    return recoveries;
  }

  /** The step that the walk has come to. */
  synchronized long farthest() {
    return farthest;
  }

  /** What grew too much, for people. */
  synchronized List<String> growth() {
    List<String> grown = new ArrayList<>();
    samples.forEach(
        (rank, vitals) -> {
          for (ProcessSample.Kind kind : ProcessSample.Kind.values()) {
            if (Growth.isTold(vitals)) {
              Growth.Change change = Growth.of(kind, vitals);
              if (Growth.isTooMuch(kind, change)) {
                grown.add(
                    "%s: %s grew from %d to %d, by more than %d"
                        .formatted(
                            rank,
                            kind.label(),
                            change.before(),
                            change.after(),
                            Growth.bound(kind, change.before())));
              }
            }
          }
        });
    return grown;
  }
}
