package io.starling.bench;

import io.starling.bench.file.FileBenchCommand;
import io.starling.bench.objects.measure.ObjectsBenchCommand;
import io.starling.bench.report.WholeFile;
import io.starling.bench.soak.SoakCommand;
import io.starling.launcher.Subcommand;
import io.starling.launcher.command.HostOptions;
import io.starling.launcher.command.PlacementOptions;
import io.starling.launcher.command.SelectionOptions;
import io.starling.launcher.command.ThreadOptions;
import io.starling.launcher.command.TraceOption;
import io.starling.launcher.command.TransportOption;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.Slots;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench}: checks the options and starts {@link BenchmarkRank} as a job. */
@Command(
    name = "bench",
    header = "Measures messages and collectives, on this host or between hosts.",
    description = {
      "",
      "As in the OSU micro-benchmarks, only the operation is timed, and a barrier separates the"
          + " iterations of a collective. Each rank takes the mean of its iterations; the table"
          + " shows the average, minimum and maximum of these means. pingpong is half a round trip;"
          + " array-pingpong receives into a new double[] each time, object-pingpong sends a record"
          + " that has a double[] of so many bytes."
          + " overlap computes during a broadcast.",
      "",
      "overlap shows the time of the broadcast alone, then averages over the computing ranks of"
          + " these medians: the computation alone (compute_us) and during the broadcast"
          + " (compute_during_us), the whole from the start of the broadcast to the end of its wait"
          + " (both_us), the part of it that the computation gets (availability_percent), and the"
          + " part of the broadcast that the computation hides, as OSU defines it"
          + " (overlap_percent).",
      "",
      "Single iterations are timed, too: p50_us, p99_us, p99_9_us and p100_us in JSON are what 50,"
          + " 99, 99.9 and 100 percent of the iterations of all ranks took at most; p100 is the"
          + " slowest. --columns percentiles shows them, --html draws them.",
      ""
    },
    subcommands = {SoakCommand.class, ObjectsBenchCommand.class, FileBenchCommand.class},
    exitCodeList = {
      "0:all was measured",
      "2:wrong usage, or ranks that cannot be placed or started",
      "128+N:signal N ended the launcher or the rank that failed first",
      "other:the status of the rank that failed first"
    },
    footer = {
      "  starling bench pingpong,broadcast,reduce,barrier -n 2",
      "  starling bench broadcast -n 4 --sizes 64K,1M --algorithm chain,segment=32K",
      "  starling bench allreduce -n 8 --host node1:2,node2:2,node3:2,node4:2 --sizes 64K,1M",
      "  starling bench overlap -n 2 --progress thread --computing root --compute 10",
      "  starling bench broadcast,reduce -n 4 --device gpu --sizes 1M,64M",
      "  starling bench reduce -n 2 --datatype int32 --operator max --json max.json",
      "  starling bench pingpong,allreduce -n 4 --columns percentiles --html latencies.html",
      "  starling bench soak -n 4 --seconds 600",
      "  starling bench objects roundtrip --host node[1-2]",
      "  starling bench file -n 4"
    })
public final class BenchCommand implements Subcommand {

  private static final int LEAST_RANKS = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description =
          "how many ranks to start; by default one on each usable core or slot, and at least 2")
  private Integer ranks;

  @Mixin private BenchmarkOptions options;

  @Mixin private SelectionOptions selection;

  @Mixin private TransportOption transport;

  @Mixin private ThreadOptions threads;

  @Mixin private PlacementOptions placement;

  @Mixin private HostOptions hosts;

  @Mixin private TraceOption trace;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for each rank's JVM; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    // Not required as options are, since subcommands go without.
    if (options.benchmarks() == null) {
      throw new ParameterException(
          spec.commandLine(),
          "BENCHMARK is missing: name some of " + String.join(", ", new Converters.Kind()));
    }
    HostRequest where = hosts.request();
    int count = ranks == null ? Math.max(LEAST_RANKS, DefaultRanks.on(where)) : ranks;
    try {
      OptionBounds.check("--ranks", count, 1, Slots.MAXIMUM_RANKS);
      options.check(count);
      WholeFile.check("--json", options.json().orElse(null), "--html", options.html().orElse(null));
      options.json().ifPresent(file -> WholeFile.empty("--json", file));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    List<String> arguments = new ArrayList<>(options.toArguments(count));
    arguments.add("--command=" + GivenCommand.of(spec));
    LaunchedProgram program = LaunchedProgram.ofClass(BenchmarkRank.class, arguments);
    var job =
        JobSpecification.builder(count, program)
            .jvmArguments(jvmArguments)
            .environment(threads.variables())
            .environment(selection.environment())
            .environment(transport.variables())
            .placement(placement.request())
            .hosts(where)
            .trace(trace.file());
    return new Job(job.build()).run();
  }
}
