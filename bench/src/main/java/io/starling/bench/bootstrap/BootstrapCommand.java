package io.starling.bench.bootstrap;

import io.starling.bench.report.Json;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bootstrap}: times the bootstrap store. */
@Command(
    name = "bootstrap",
    header = "Measures how long the ranks of a job take to join.",
    description = {
      "",
      "The ranks are threads of this process and have no transport: they join the bootstrap store,"
          + " exchange addresses of 256 bytes, read the layout and leave together. Host 0 has the"
          + " launcher's store, and every other host an agent's, over TCP on the loopback"
          + " interface. growth is the exponent with which the time grows from the next smaller job"
          + " on as many hosts; 1 is linear.",
      ""
    },
    exitCodeList = {"0:all was measured", "2:wrong usage"},
    footer = {
      "  starling bootstrap",
      "  starling bootstrap --ranks 16,64,256,1000 --hosts 1,8,32",
      "  starling bootstrap --ranks 1000 --hosts 32 --repeat 5 --json -"
    })
public final class BootstrapCommand implements Subcommand {

  private static final int MOST_RANKS = 4000;
  private static final int WARM_UP_RANKS = 16;

  private record Figure(int ranks, int hosts, double seconds, double growth) {

    Figure since(Figure smaller) {
      return smaller == null || smaller.ranks == ranks
          ? this
          : new Figure(
              ranks,
              hosts,
              seconds,
              Math.log(seconds / smaller.seconds) / Math.log((double) ranks / smaller.ranks));
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "--ranks"},
      split = ",",
      paramLabel = "N",
      defaultValue = "16,64,256,1000",
      description = "the numbers of ranks (${DEFAULT-VALUE}); at most " + MOST_RANKS)
  private int[] ranks;

  @Option(
      names = "--hosts",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,8,32",
      description = "the numbers of hosts (${DEFAULT-VALUE}); not more than ranks")
  private int[] hosts;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "3",
      description = "how many jobs give the median (${DEFAULT-VALUE})")
  private int repeat;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write one JSON object per line; - is the standard output")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check("--ranks", ranks, MOST_RANKS);
    check("--hosts", hosts, MOST_RANKS);
    check("--repeat", new int[] {repeat}, 1000);
    try {
      WholeFile.check("--json", json);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try (Writer lines =
        json == null ? Writer.nullWriter() : StandardOutput.open(spec.commandLine(), json)) {
      measure(StandardOutput.text(spec.commandLine(), json), lines);
    }
    return 0;
  }

  private void measure(PrintWriter out, Writer lines) throws IOException, InterruptedException {
    out.printf("%8s %8s %12s %10s%n", "ranks", "hosts", "seconds", "growth");
    median(WARM_UP_RANKS, 2);
    int[] ascending = ranks.clone();
    Arrays.sort(ascending);
    for (int number : hosts) {
      Figure before = null;
      for (int size : ascending) {
        if (number <= size) {
          before = new Figure(size, number, median(size, number), Double.NaN).since(before);
          print(before, out);
          write(before, lines);
        }
      }
    }
  }

  private void check(String option, int[] values, int most) {
    for (int value : values) {
      if (value < 1 || value > most) {
        throw new ParameterException(
            spec.commandLine(), "%s must be 1 to %d, not %d".formatted(option, most, value));
      }
    }
  }

  private double median(int size, int number) throws IOException, InterruptedException {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < repeat; i++) {
      try (StartOfJob job = new StartOfJob(size, number)) {
        seconds.add(job.seconds());
      }
    }
    Collections.sort(seconds);
    return seconds.get(repeat / 2);
  }

  private static void write(Figure figure, Writer lines) throws IOException {
    Json json =
        new Json()
            .put("ranks", figure.ranks())
            .put("hosts", figure.hosts())
            .put("seconds", figure.seconds());
    if (!Double.isNaN(figure.growth())) {
      json.put("growth", figure.growth());
    }
    json.writeLine(lines);
  }

  private static void print(Figure figure, PrintWriter out) {
    String growth =
        Double.isNaN(figure.growth()) ? "-" : String.format(Locale.ROOT, "%.2f", figure.growth());
    out.printf(
        Locale.ROOT,
        "%8d %8d %12.3f %10s%n",
        figure.ranks(),
        figure.hosts(),
        figure.seconds(),
        growth);
    out.flush();
  }
}
