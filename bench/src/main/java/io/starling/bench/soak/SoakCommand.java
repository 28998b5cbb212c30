package io.starling.bench.soak;

import io.starling.bench.report.ProgressBar;
import io.starling.launcher.Job;
import io.starling.launcher.Signals;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench soak}: walks at random over all calls, and checks every result. */
@Command(
    name = "soak",
    header = "Walks at random over all that Starling can do, and checks every byte.",
    description = {
      "",
      "Each step draws calls from the seed and its own number: collectives by any algorithm, in all"
          + " forms, messages with wildcards and probes, on communicators that come and go, with"
          + " any datatype, operator, size, root and memory. A model that knows nothing of"
          + " algorithms says what every byte of every buffer must be.",
      "",
      "A wrong result is shown with its seed and step; --seed S --from STEP --steps 1 does that"
          + " step again, with as many ranks (-n) as were left.",
      "",
      "Each rank looks at itself every 5 to 15 s. What it uses grows too much where the median of"
          + " the last quarter of its looks is above that of the second quarter by more than 8 MiB"
          + " and 10 %% for live objects of the heap, 32 MiB and 10 %% for native and resident"
          + " memory, or 4 for open files, threads, temporary files and mappings of /dev/shm. With"
          + " fewer than 24 looks (2 minutes) nothing is said.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all results were right, and nothing grew",
      "1:a result was wrong, or something grew",
      "2:wrong usage, or ranks that can't be started",
      "124:a step did not end",
      "128+N:signal N ended it; the table is of what was done until then",
      "other:that of the rank that failed first"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling bench soak -n 4 --seconds 600",
      "  starling bench soak -n 5 --seconds 600 --failures --transport ucx --seed 7",
      "  starling bench soak -n 4 --transport shared --seed 7 --from 1234 --steps 1",
      "  starling bench soak -n 3 --threads multiple --progress thread --json soak.json"
    })
public final class SoakCommand implements Callable<Integer> {

  private static final int WRONG = 1;
  private static final int HANGING = 124;

  @Spec private CommandSpec spec;

  @Mixin private SoakOptions options;

  /** For picocli. */
  public SoakCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    try {
      options.check();
      if (!spec.parent().commandLine().getParseResult().matchedArgs().isEmpty()) {
        throw new IllegalArgumentException("what belongs to soak goes behind it");
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try (SoakJson json = new SoakJson(jsonWriter())) {
      return soak(json);
    }
  }

  private int soak(SoakJson json) throws InterruptedException, IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter errors = spec.commandLine().getErr();
    out.printf("seed %d, %d ranks%n", options.seed(), options.ranks());
    out.flush();
    int status = 0;
    for (String transport : options.transports()) {
      ProgressBar progress = new ProgressBar(errors, Job.isErrorOnTerminal());
      PrintStream rest = System.err;
      Soaking soaking = new Soaking(options, transport, rest, progress);
      int ended;
      try (Signals _ = new Signals(soaking::interrupt)) {
        ended = soaking.run();
      }
      Findings findings = soaking.findings();
      SoakTable.print(out, transport, findings);
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
      return Files.newBufferedWriter(options.json().get());
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--json: can't write " + options.json().get() + ": " + e, e);
    }
  }
}
