package io.starling.bench.order;

import io.starling.bench.OptionBounds;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.command.HostOptions;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.remote.HostsProbe;
import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.MatrixFile;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling probe}: measures the links between hosts. */
@Command(
    name = "probe",
    header = "Measures round-trip times and bandwidths between hosts.",
    description = {
      "",
      "Each host sends short UDP packets to each other one and takes the time until they are back;"
          + " of all times the 10th percentile counts (Cloud Collectives). No host is in two pairs"
          + " at once. Where UDP is filtered, TCP takes its place. Then short TCP streams measure"
          + " the bandwidth, one pair at a time. 'starling reorder' and 'starling run --rank-by"
          + " locality=FILE' read what it writes.",
      ""
    },
    exitCodeList = {
      "0:all was measured",
      "1:a file cannot be written; the times are on the standard output",
      "2:wrong usage, or a host does not answer"
    },
    footer = {
      "  starling probe --host node[1-8] -o latency.json --svg latency.svg",
      "  starling probe --hostfile hosts --adaptive -o latency.json",
      "  starling reorder --matrix latency.json -o hosts"
    })
public final class ProbeCommand implements Subcommand {

  private static final int MOST_PROBES = 1_000_000;
  private static final int LONGEST_PATIENCE = 86_400;

  @Spec private CommandSpec spec;

  @Mixin private HostOptions hosts;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "write the times to this file; - is the standard output (the default)")
  private Path output = Path.of("-");

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "also draw the times: in the given order, and sorted by clusters")
  private Path svg;

  @Option(
      names = "--probes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "how many probes a pair sends, half in each direction (${DEFAULT-VALUE})")
  private int probes;

  @Option(
      names = "--adaptive",
      description =
          "measure only as many pairs as are needed to find clusters, and the distances between"
              + " them; with 500 probes unless --probes says otherwise")
  private boolean adaptive;

  @Option(
      names = "--bandwidth",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "whether to measure bandwidths, too; --no-bandwidth leaves them out")
  private boolean bandwidth;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "how long a host may take to measure a pair, beyond 10 ms for each probe"
              + " (${DEFAULT-VALUE}); --start-timeout is for the start")
  private int patience;

  private static final int ADAPTIVE_PROBES = 500;

  @Override
  public Integer call() throws InterruptedException, SignalledException {
    HostRequest request = hosts.request();
    try {
      OptionBounds.check("--probes", probes, 1, MOST_PROBES);
      OptionBounds.check("--patience", patience, 1, LONGEST_PATIENCE);
      WholeFile.check("--output", output, "--svg", svg);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    HostsProbe.Result result = measure(request);
    // What was measured is not lost, even where one pair is not plausible.
    keep(result);
    LatencyMatrix matrix = plausible(result);
    if (svg != null) {
      WholeFile.write(spec.commandLine(), svg, HeatMap.of(matrix));
    }
    PrintWriter out = StandardOutput.text(spec.commandLine(), output, svg);
    summary(matrix, result.matrix().describe()).forEach(out::println);
    out.flush();
    return 0;
  }

  /** Where the file cannot be written, the times go to the standard output. */
  private void keep(HostsProbe.Result result) {
    ProbedMatrix probed = result.matrix();
    String text = MatrixFile.write(result.hosts(), probed.roundTrips(), probed.bandwidths());
    WholeFile.keep(spec.commandLine(), output, text);
  }

  private static LatencyMatrix plausible(HostsProbe.Result result) {
    try {
      return result.matrix().matrix(result.hosts());
    } catch (IllegalArgumentException e) {
      throw new LaunchException(e.getMessage(), e);
    }
  }

  private HostsProbe.Result measure(HostRequest request)
      throws InterruptedException, SignalledException {
    boolean isGiven = spec.commandLine().getParseResult().hasMatchedOption("--probes");
    int count = adaptive && !isGiven ? ADAPTIVE_PROBES : probes;
    HostsProbe probe =
        new HostsProbe(request, count, adaptive, bandwidth, Duration.ofSeconds(patience));
    int size = request.hosts().size();
    int pairs = Math.max(1, size * (size - 1) / 2);
    ProgressBar bar = ProgressBar.onError(spec.commandLine().getErr());
    long start = System.nanoTime();
    try {
      return probe.run(
          done -> {
            double part = Math.min(1, (double) done / pairs);
            Duration left =
                Duration.ofNanos(
                    (long) ((System.nanoTime() - start) * (1 - part) / Math.max(part, 1e-9)));
            bar.show(
                part,
                adaptive
                    ? "%d of at most %d pairs".formatted(done, pairs)
                    : "%d of %d pairs, %s left".formatted(done, pairs, Units.time(left)));
          });
    } finally {
      bar.clear();
    }
  }

  private static List<String> summary(LatencyMatrix matrix, List<String> how) {
    List<String> lines = new ArrayList<>(how);
    List<Clusters> levels = Clusters.of(matrix);
    levels.forEach(level -> lines.add(level.explain()));
    if (levels.isEmpty()) {
      lines.add("no clusters: all hosts are about as far from each other");
    }
    if (matrix.asymmetry() > 2) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the two directions of a pair differ by up to %.1f times; the slower one counts",
              matrix.asymmetry()));
    }
    return lines;
  }
}
