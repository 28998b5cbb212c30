package io.starling.bench.file;

import io.starling.bench.OptionBounds;
import io.starling.launcher.command.HostOptions;
import io.starling.launcher.command.PlacementOptions;
import io.starling.launcher.command.TransportOption;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench file}: checks the options and starts {@link FileBenchRank}. */
@Command(
    name = "file",
    header = "Measures collective writes and reads of a file.",
    description = {
      "",
      "In each round rank 0 alone writes a file of the same length, then all ranks write and read"
          + " it, for each length of block. The table has medians over the rounds, of the slowest"
          + " rank; the ratio compares with the write of one process in the same round. Nothing is"
          + " written to the device: what is measured is the way to the page cache.",
      ""
    },
    exitCodeList = {
      "0:all was measured",
      "2:wrong usage, or ranks that cannot be placed or started",
      "128+N:signal N ended the launcher or the rank that failed first",
      "other:the status of the rank that failed first"
    },
    footer = {
      "  starling bench file -n 4",
      "  starling bench file -n 4 --bytes 1G --blocks 0,4K --folder /scratch",
      "  starling bench file -n 4 --blocks 4K --hint cb_buffer_size=4194304"
    })
public final class FileBenchCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks to start; by default one on each usable core or slot")
  private Integer ranks;

  @Mixin private FileBenchOptions options;

  @Mixin private TransportOption transport;

  @Mixin private PlacementOptions placement;

  @Mixin private HostOptions hosts;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for each rank's JVM; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    HostRequest where = hosts.request();
    int count = ranks == null ? DefaultRanks.on(where) : ranks;
    try {
      if (!spec.parent().commandLine().getParseResult().matchedArgs().isEmpty()) {
        throw new IllegalArgumentException("give the options of file after the word file");
      }
      OptionBounds.check("--ranks", count, 1, Slots.MAXIMUM_RANKS);
      options.check(count);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    LaunchedProgram program = LaunchedProgram.ofClass(FileBenchRank.class, options.toArguments());
    var job =
        JobSpecification.builder(count, program)
            .jvmArguments(jvmArguments)
            .environment(transport.variables())
            .placement(placement.request())
            .hosts(where);
    return new Job(job.build()).run();
  }
}
