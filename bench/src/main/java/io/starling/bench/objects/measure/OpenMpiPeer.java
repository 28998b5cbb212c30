package io.starling.bench.objects.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Open MPI's collectives and messages: rank 0 starts mpirun, and the others wait. */
final class OpenMpiPeer implements Peer {

  private static final Set<ObjectsBenchmark> KNOWN =
      Set.of(
          ObjectsBenchmark.ROUNDTRIP,
          ObjectsBenchmark.BROADCAST,
          ObjectsBenchmark.GATHER,
          ObjectsBenchmark.REDUCE,
          ObjectsBenchmark.ALLREDUCE);

  private final Scene scene;
  private final ObjectsBenchOptions options;
  private final String program;
  private final List<String> hosts;

  OpenMpiPeer(Scene scene, ObjectsBenchOptions options) throws IOException {
    this.scene = scene;
    this.options = options;
    this.hosts = scene.meeting().tell(scene.door().host());
    this.program =
        scene.rank() == 0
            ? ForeignProgram.compile("objects_mpi.c", List.of("mpicc.openmpi"), List.of())
                .toString()
            : "";
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch)
      throws IOException {
    if (!KNOWN.contains(benchmark)) {
      return Optional.empty();
    }
    Optional<Figure> figure = Optional.empty();
    if (scene.rank() == 0) {
      String said = ForeignProgram.run(command(benchmark, bytes));
      figure =
          Optional.of(
              Figure.parse(
                  benchmark.label(),
                  PeerKind.OPENMPI.label(),
                  "default",
                  scene.ranks(),
                  bytes,
                  said));
    }
    scene.meeting().await();
    return figure;
  }

  private List<String> command(ObjectsBenchmark benchmark, long bytes) {
    List<String> command = new ArrayList<>(List.of("mpirun.openmpi", "--allow-run-as-root"));
    command.addAll(List.of("-n", Integer.toString(scene.ranks()), "--oversubscribe"));
    command.addAll(List.of("--bind-to", "none"));
    if (scene.isOnSeveralHosts()) {
      command.addAll(List.of("--host", String.join(",", hosts), "--map-by", "node"));
      command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self"));
    }
    command.add(program);
    command.add(benchmark.label());
    command.add(Long.toString(bytes));
    command.add(Long.toString(options.timing().time().toMillis()));
    command.add(Long.toString(options.iterations().orElse(0)));
    return command;
  }

  @Override
  public void close() {}
}
