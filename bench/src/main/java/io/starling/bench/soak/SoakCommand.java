package io.starling.bench.soak;

import io.starling.bench.report.ProgressBar;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.output.StandardOutput;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench soak}: walks at random over all calls, and checks every result. */
@Command(
    name = "soak",
    header = "Makes random calls of all kinds and checks every byte of their results.",
    description = {
      "",
      "Each step draws its calls from the seed and the number of the step: collectives with all"
          + " algorithms and in all forms, messages with wildcards and probes, communicators,"
          + " datatypes, operators, sizes, roots and kinds of memory. A model computes what every"
          + " byte of every buffer must be.",
      "",
      "A wrong result is shown with its seed and step. --seed S --from STEP --steps 1 repeats that"
          + " step; -n must be the number of ranks that were left.",
      "",
      "Each rank samples its resources every 5 to 15 s. A resource leaks if the median of the last"
          + " quarter of the samples exceeds that of the second quarter by more than 8 MiB and"
          + " 10 %% for live objects of the heap, 32 MiB and 10 %% for native and resident memory,"
          + " or 4 for open files, threads, temporary files and mappings of /dev/shm. Fewer than 24"
          + " samples (2 minutes) are not judged.",
      ""
    },
    exitCodeList = {
      "0:all results were right, and no resource leaked",
      "1:a result was wrong, or a resource leaked, or no step was done in the time",
      "2:wrong usage, or ranks that cannot be started",
      "124:a step did not end",
      "128+N:signal N ended the run; the table shows what was done until then",
      "other:the status of the rank that failed first"
    },
    footer = {
      "  starling bench soak -n 4 --seconds 600",
      "  starling bench soak -n 5 --seconds 600 --failures --transport ucx --seed 7",
      "  starling bench soak -n 4 --transport shared --seed 7 --from 1234 --steps 1",
      "  starling bench soak --host node1:1,node2:2,node3:4 --seconds 600",
      "  starling bench soak -n 3 --threads multiple --progress thread --json soak.json"
    })
public final class SoakCommand implements Callable<Integer> {

  private static final int WRONG = 1;
  private static final int HANGING = 124;

  @Spec private CommandSpec spec;

  @Mixin private SoakOptions options;

  @Override
  public Integer call() throws InterruptedException, IOException {
    try {
      options.check();
      if (!spec.parent().commandLine().getParseResult().matchedArgs().isEmpty()) {
        throw new IllegalArgumentException("give the options of soak after the word soak");
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try (SoakJson json = new SoakJson(jsonWriter())) {
      return soak(json);
    }
  }

  private int soak(SoakJson json) throws InterruptedException, IOException {
    PrintWriter out = StandardOutput.text(spec.commandLine(), options.json().orElse(null));
    PrintWriter errors = spec.commandLine().getErr();
    out.printf("seed %d, %d ranks%n", options.seed(), options.ranks());
    out.flush();
    int status = 0;
    for (String transport : options.transports()) {
      ProgressBar progress = ProgressBar.onError(errors);
      PrintStream rest = System.err;
      Soaking soaking = new Soaking(options, transport, rest, progress);
      int ended;
      try (Signals _ = new Signals(soaking::interrupt)) {
        ended = soaking.run();
      }
      Findings findings = soaking.findings();
      print(out, transport, findings);
      json.write(transport, options, findings);
      if (status == 0) {
        status = status(ended, findings);
      }
      if (soaking.isInterrupted()) {
        break;
      }
    }
    return status;
  }

  private static int status(int ended, Findings findings) {
    if (!findings.wrong().isEmpty() || !findings.growth().isEmpty()) {
      return WRONG;
    }
    return findings.hanging().isEmpty() ? ended : HANGING;
  }

  private Writer jsonWriter() throws IOException {
    if (options.json().isEmpty()) {
      return Writer.nullWriter();
    }
    try {
      return StandardOutput.open(spec.commandLine(), options.json().get());
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--json: cannot write " + options.json().get() + ": " + e, e);
    }
  }

  private static final double MIB = 1 << 20;

  private static void print(PrintWriter out, String transport, Findings findings) {
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
