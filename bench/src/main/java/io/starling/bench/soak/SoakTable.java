package io.starling.bench.soak;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was done over a transport, for people. */
final class SoakTable {

  private static final double MIB = 1 << 20;

  private SoakTable() {}

  static void print(PrintWriter out, String transport, Findings findings) {
    out.printf(Locale.ROOT, "%s%n  %-22s %12s %14s%n", transport, "what", "calls", "MiB");
    Findings.Count all = new Findings.Count(0, 0);
    for (Map.Entry<String, Findings.Count> entry : findings.counts().entrySet()) {
      row(out, entry.getKey(), entry.getValue());
      all = all.plus(entry.getValue());
    }
    row(out, "all ranks together", all);
    out.printf(
        Locale.ROOT,
        "  came to step %d in %d %s; ranks killed %d, times that survivors went on %d%n",
        findings.farthest(),
        findings.jobs(),
        findings.jobs() == 1 ? "job" : "jobs",
        findings.kills(),
        findings.recoveries());
    findings.samples().forEach((rank, samples) -> memory(out, rank, samples));
    out.printf("  wrong results: %d%n", findings.wrong().size());
    findings.wrong().forEach(text -> out.println("  WRONG " + text));
    findings.hanging().forEach(text -> out.println("  HANGS " + text));
    findings.growth().forEach(text -> out.println("  GROWS " + text));
    out.flush();
  }

  private static void row(PrintWriter out, String name, Findings.Count count) {
    out.printf(Locale.ROOT, "  %-22s %12d %14.1f%n", name, count.calls(), count.bytes() / MIB);
  }

  /** Of those who lived long enough to tell. */
  private static void memory(PrintWriter out, String rank, List<ProcessSample> samples) {
    if (!Growth.isTold(samples)) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (ProcessSample.Kind kind : ProcessSample.Kind.values()) {
      Growth.Change change = Growth.of(kind, samples);
      boolean isMemory = kind.label().endsWith("bytes");
      text.append(text.isEmpty() ? "" : ", ")
          .append(isMemory ? kind.label().replace("bytes", "MiB") : kind.label());
      text.append(
          isMemory
              ? String.format(
                  Locale.ROOT, " %.1f to %.1f", change.before() / MIB, change.after() / MIB)
              : " %d to %d".formatted(change.before(), change.after()));
    }
    out.println("  " + rank + ": " + text);
  }
}
