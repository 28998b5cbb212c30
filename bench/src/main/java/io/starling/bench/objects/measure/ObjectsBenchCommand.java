package io.starling.bench.objects.measure;

import io.starling.bench.OptionBounds;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.command.HostOptions;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.job.ServiceRequest;
import io.starling.launcher.placing.HostRequest;
import io.starling.launcher.placing.PlacementRequest;
import io.starling.launcher.placing.Slots;
import io.starling.topology.placement.MapBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling bench objects}: checks the options and starts {@link ObjectsBenchRank}. */
@Command(
    name = "objects",
    header = "Measures stores of objects, on this host or between hosts.",
    description = {
      "",
      "A job with a store on each host, and one rank on each. On one host the ranks share a store,"
          + " and nothing crosses a network.",
      "",
      "put and write: rank 0 puts an object; a small one is on two stores then. get: rank 1 gets"
          + " what rank 0 has put. read: rank 1 asks where an object is. roundtrip: rank 0 puts,"
          + " rank 1 gets and puts an answer, rank 0 gets it. embedded: the same with a store in"
          + " the process of each rank, whose threads spin or sleep.",
      "",
      "broadcast, gather, reduce and allreduce end with a view of the result at the store of a"
          + " rank. They begin with objects that were put before ('objects'), or with data in the"
          + " memory of ranks, as those of gloo and openmpi do ('memory'). The time is that of the"
          + " slowest rank.",
      "",
      "recovery: a store is killed while rank 0 reads from it an object that another store has too."
          + " The time is the longest in which no byte arrives.",
      "",
      "Peers: redis has SET and GET, and lists for the round trip; nats passes messages; hazelcast"
          + " has maps with a backup, and their listeners for the round trip; dask has two tasks"
          + " for the round trip; gloo and openmpi have their collectives.",
      ""
    },
    exitCodeList = {
      "0:all was measured, or the table says what was not",
      "2:wrong usage, or ranks that cannot be placed or started",
      "128+N:signal N ended the launcher or the rank that failed first",
      "other:the status of the rank that failed first"
    },
    footer = {
      "  starling bench objects roundtrip --host node[1-2]",
      "  starling bench objects put,get --host node1,node2 --sizes 1K,1M --json objects.json",
      "  starling bench objects allreduce --host node[1-4] --memory 4G --with gloo,openmpi",
      "  starling bench objects recovery --host node[1-3] --iterations 20",
      "  starling bench objects embedded -n 2"
    })
public final class ObjectsBenchCommand implements Callable<Integer> {

  private static final int LEAST_RANKS = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--ranks"},
      paramLabel = "N",
      description = "how many ranks to start; by default one on each host, and at least 2")
  private Integer ranks;

  @Mixin private ObjectsBenchOptions options;

  @Mixin private HostOptions hosts;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "an argument for each rank's JVM; repeatable")
  private List<String> jvmArguments = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    HostRequest where = hosts.request();
    int count = ranks == null ? Math.max(LEAST_RANKS, where.hosts().size()) : ranks;
    Optional<ServiceRequest> stores;
    try {
      if (!spec.parent().commandLine().getParseResult().matchedArgs().isEmpty()) {
        throw new IllegalArgumentException("give the options of objects after the word objects");
      }
      OptionBounds.check("--ranks", count, LEAST_RANKS, Slots.MAXIMUM_RANKS);
      options.check(count);
      options.json().ifPresent(file -> WholeFile.empty("--json", file));
      stores = ServiceRequest.objects(options.memory());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    LaunchedProgram program =
        LaunchedProgram.ofClass(ObjectsBenchRank.class, options.toArguments(count));
    var job =
        JobSpecification.builder(count, program)
            .jvmArguments(jvmArguments)
            .placement(onePerHost())
            .hosts(where)
            .service(stores);
    return new Job(job.build()).run();
  }

  /** Not bound, as stores and other systems share the cores with the ranks. */
  private static PlacementRequest onePerHost() {
    PlacementRequest unbound = PlacementRequest.UNBOUND;
    return new PlacementRequest(
        unbound.topology(), unbound.policy().mapBy(MapBy.NODE), unbound.gpuMap());
  }
}
