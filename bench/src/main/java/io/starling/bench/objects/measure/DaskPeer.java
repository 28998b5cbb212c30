package io.starling.bench.objects.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Dask: a scheduler on the host of rank 0, a worker on each of the first two hosts, and two tasks
 * of which each makes as many bytes as it gets.
 *
 * <pre>
 *   client, worker 0 has the data   task at worker 1 ----> task at worker 0 ----> client
 * </pre>
 */
final class DaskPeer implements Peer {

  private static final String PYTHON = "/usr/bin/python3";

  private final Scene scene;
  private final ObjectsBenchOptions options;
  private final String script;
  private final String scheduler;
  private final List<Process> processes = new ArrayList<>();

  DaskPeer(Scene scene, ObjectsBenchOptions options) throws IOException {
    this.scene = scene;
    this.options = options;
    boolean first = scene.rank() == 0;
    script =
        scene
            .meeting()
            .tell(first ? ForeignProgram.source("objects_dask.py").toString() : "-")
            .getFirst();
    int port = (int) scene.meeting().agree(first ? ServerProcess.freePort(scene) : 0);
    scheduler = "tcp://%s:%d".formatted(scene.addresses().getFirst(), port);
    if (first) {
      start("scheduler", scene.address(), Integer.toString(port));
    }
    if (scene.rank() < 2) {
      start("worker", scheduler, scene.address(), "worker" + scene.rank());
    }
  }

  private void start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(PYTHON, script));
    command.addAll(List.of(words));
    processes.add(
        new ProcessBuilder(command)
            .directory(Path.of(System.getProperty("java.io.tmpdir")).toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  @Override
  public Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch)
      throws IOException {
    if (benchmark != ObjectsBenchmark.ROUNDTRIP) {
      return Optional.empty();
    }
    Optional<Figure> figure = Optional.empty();
    if (scene.rank() == 0) {
      String said =
          ForeignProgram.run(
              List.of(
                  PYTHON,
                  script,
                  "measure",
                  scheduler,
                  Long.toString(bytes),
                  Long.toString(options.timing().time().toMillis()),
                  Long.toString(options.iterations().orElse(0))));
      figure =
          Optional.of(
              Figure.parse(
                  benchmark.label(), PeerKind.DASK.label(), "tasks", scene.ranks(), bytes, said));
    }
    scene.meeting().await();
    return figure;
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
