package io.starling.bench.objects.measure;

import java.io.IOException;
import java.util.Optional;

/** Another system, measured in the job of the stores. All ranks make the same calls. */
interface Peer extends AutoCloseable {

  /**
   * Times a benchmark.
   *
   * @return at rank 0 what came of it; empty where the system has nothing like it, or refuses the
   *     size
   */
  Optional<Figure> measure(ObjectsBenchmark benchmark, long bytes, Stopwatch stopwatch)
      throws IOException;

  @Override
  void close() throws IOException;
}
