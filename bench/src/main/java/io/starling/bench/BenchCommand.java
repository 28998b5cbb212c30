package io.starling.bench;

import io.starling.bench.soak.SoakCommand;
import io.starling.launcher.HostOptions;
import io.starling.launcher.Job;
import io.starling.launcher.JobSpecification;
import io.starling.launcher.PlacementOptions;
import io.starling.launcher.Program;
import io.starling.launcher.SelectionOptions;
import io.starling.launcher.Subcommand;
import io.starling.launcher.ThreadOptions;
import io.starling.launcher.TraceOption;
import io.starling.launcher.TransportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    header = "Measures point-to-point messages and collectives, here or between hosts.",
    description = {
      "",
      "As in the OSU micro-benchmarks only the operation is timed and a barrier"
          + " separates the iterations of a collective. Each rank takes the mean of its"
          + " iterations; the table shows the average, the least and the largest of these"
          + " means. A ping-pong is half a round trip. Overlap computes while a broadcast travels.",
      "",
      "Overlap shows the broadcast alone; then, each on average over the ranks that compute, the"
          + " medians of: the computation alone (compute_us) and beside the broadcast"
          + " (compute_during_us), the time from the start of a broadcast until it is awaited with"
          + " the computation between (both_us), the part of this time that is left to the"
          + " computation (availability_percent), and OSU's share of the broadcast that the"
          + " computation hides (overlap_percent).",
      ""
    },
    sortOptions = false,
    subcommands = SoakCommand.class,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all was measured",
      "2:wrong usage, or ranks that can't be placed or started",
      "128+N:signal N ended the launcher or the rank that failed first",
      "other:that of the rank that failed first"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  starling bench pingpong,broadcast,reduce,barrier -n 2",
      "  starling bench broadcast -n 4 --sizes 64K,1M --algorithm chain,segment=32K",
      "  starling bench allreduce -n 8 --host node1:2,node2:2,node3:2,node4:2 --sizes 64K,1M",
      "  starling bench overlap -n 2 --progress thread --computing root --compute 10",
      "  starling bench broadcast,reduce -n 4 --device gpu --sizes 1M,64M",
      "  starling bench reduce -n 2 --datatype int32 --operator max --json max.json",
      "  starling bench soak -n 4 --seconds 600"
    })
public final class BenchCommand implements Subcommand {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks to start; must be given")
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

  /** For the service loader. */
  public BenchCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    // Not required as options are, since subcommands go without.
    if (ranks == null || options.benchmarks() == null) {
      throw new ParameterException(
          spec.commandLine(),
          ranks == null
              ? "Missing required option: '--ranks=N'"
              : "Missing required parameter: 'BENCHMARK'");
    }
    try {
      options.check(ranks);
      options.json().ifPresent(BenchCommand::create);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    Program program = Program.ofClass(BenchmarkRank.class, options.toArguments(ranks));
    var job =
        JobSpecification.builder(ranks, program)
            .jvmArguments(jvmArguments)
            .environment(threads.variables())
            .environment(selection.environment())
            .environment(transport.variables())
            .placement(placement.request())
            .hosts(hosts.request())
            .trace(trace.file());
    return new Job(job.build()).run();
  }

  private static void create(Path file) {
    try {
      Files.write(file, new byte[0]);
    } catch (IOException e) {
      throw new IllegalArgumentException("--json: can't write " + file + ": " + e, e);
    }
  }
}
