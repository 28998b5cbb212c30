package io.starling.runtime.trace;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Port;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The logs of a job's ranks: a folder of mode 700 with one file per rank. The launcher makes the
 * files in full size before the job, so that no rank runs out of disk space.
 */
public final class TraceFolder implements AutoCloseable {

  /** The variable with the folder; without it, nothing is traced. */
  public static final String VARIABLE = "STARLING_TRACE";

  /** The approximate number of events that a job of any size keeps; viewers handle no more. */
  static final long MOST_EVENTS = 1 << 20;

  static final long FEWEST_EVENTS_OF_A_RANK = 256;
  private static final int ZEROS = 1 << 16;

  private final int ranks;
  private final Path folder;

  private TraceFolder(int ranks, Path folder) {
    this.ranks = ranks;
    this.folder = folder;
  }

  /** Makes the folder for a job. */
  public static TraceFolder create(int ranks) throws IOException {
    TraceFolder created = new TraceFolder(ranks, Files.createTempDirectory("starling-trace-"));
    try {
      for (int rank = 0; rank < ranks; rank++) {
        fill(file(created.folder, rank), TraceLog.fileSize(eventsOfARank(ranks)));
      }
      return created;
    } catch (IOException | RuntimeException | Error e) {
      created.close();
      throw e;
    }
  }

  static long eventsOfARank(int ranks) {
    return Math.max(FEWEST_EVENTS_OF_A_RANK, MOST_EVENTS / ranks);
  }

  private static void fill(Path file, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long left = bytes; left > 0; left -= zeros.limit()) {
        zeros.clear().limit((int) Math.min(ZEROS, left));
        while (zeros.hasRemaining()) {
          channel.write(zeros);
        }
      }
    }
  }

  private static Path file(Path folder, int rank) {
    return folder.resolve("rank-" + rank);
  }

  /** The environment variables that make ranks trace. */
  public Map<String, String> variables() {
    return Map.of(VARIABLE, folder.toString());
  }

  /** Wraps a rank's port if the environment asks for a trace; otherwise returns it unchanged. */
  public static Port trace(Port port, Map<String, String> environment) {
    String folder = environment.get(VARIABLE);
    if (folder == null) {
      return port;
    }
    Path file = file(Path.of(folder), port.rank());
    try {
      return new TracingPort(port, TraceLog.inFile(file), System::nanoTime);
    } catch (IOException e) {
      port.close();
      throw new StarlingException(
          "rank %d can't be traced: the launcher's file %s can't be opened (%s)"
              .formatted(port.rank(), file, e),
          e);
    }
  }

  /**
   * Writes the events of all ranks into one file; to be called when all ranks have ended, with
   * success or failure.
   */
  public TraceSummary writeTo(Path file) throws IOException {
    Stream.Builder<TracedRank> traced = Stream.builder();
    for (int rank = 0; rank < ranks; rank++) {
      traced.add(new TracedRank(rank, "rank " + rank, TraceLog.read(file(folder, rank))));
    }
    List<TracedRank> all = traced.build().toList();
    return TraceWriter.write(all, false, System.nanoTime(), file);
  }

  /** Removes the folder that the environment names, for ranks whose launcher has ended. */
  public static void remove(Map<String, String> environment, int ranks) {
    String folder = environment.get(VARIABLE);
    if (folder != null) {
      new TraceFolder(ranks, Path.of(folder)).close();
    }
  }

  @Override
  public void close() {
    Stream<Path> files = IntStream.range(0, ranks).mapToObj(rank -> file(folder, rank));
    Stream.concat(files, Stream.of(folder)).forEach(TraceFolder::delete);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It is in the folder for temporary files.
    }
  }
}
