package io.starling.bench.objects.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Gloo's collectives, by a program beside each rank. */
final class GlooPeer implements Peer {

  private static final Set<ObjectsBenchmark> KNOWN =
      Set.of(ObjectsBenchmark.BROADCAST, ObjectsBenchmark.REDUCE, ObjectsBenchmark.ALLREDUCE);

  private final Scene scene;
  private final ObjectsBenchOptions options;
  private final String program;

  GlooPeer(Scene scene, ObjectsBenchOptions options) throws IOException {
    this.scene = scene;
    this.options = options;
    String compiled = "-";
    if (scene.rank() == 0) {
      compiled =
          ForeignProgram.compile(
                  "objects_gloo.cpp", List.of("g++", "-std=c++17"), List.of("-lgloo", "-lpthread"))
              .toString();
    }
    this.program = scene.meeting().tell(compiled).getFirst();
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch)
      throws IOException {
    if (!KNOWN.contains(benchmark)) {
      return Optional.empty();
    }
    String folder = scene.rank() == 0 ? rendezvous().toString() : "-";
    folder = scene.meeting().tell(folder).getFirst();
    String said =
        ForeignProgram.run(
            List.of(
                program,
                Integer.toString(scene.rank()),
                Integer.toString(scene.ranks()),
                folder,
                scene.address(),
                benchmark.name().toLowerCase(Locale.ROOT),
                Long.toString(bytes),
                Long.toString(options.timing().time().toMillis()),
                Long.toString(options.iterations().orElse(0))));
    scene.meeting().await();
    if (scene.rank() != 0) {
      return Optional.empty();
    }
    remove(Path.of(folder));
    String way = benchmark == ObjectsBenchmark.ALLREDUCE ? "ring" : "default";
    return Optional.of(
        Figure.parse(benchmark.label(), PeerKind.GLOO.label(), way, scene.ranks(), bytes, said));
  }

  /** Beside the program, as hosts may have temporary folders of their own. */
  private Path rendezvous() throws IOException {
    return Files.createTempDirectory(Path.of(program).getParent(), "rendezvous-");
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Override
  public void close() {}
}
