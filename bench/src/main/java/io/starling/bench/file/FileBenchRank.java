package io.starling.bench.file;

import io.starling.bench.report.Units;
import io.starling.collectives.Communicator;
import io.starling.collectives.FileView;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What each rank of {@code starling bench file} runs. */
@Command
public final class FileBenchRank {

  private static final double GIGA = 1e9;
  private static final int CHUNK = 4 << 20;

  @Mixin private FileBenchOptions options;

  private Communicator world;
  private Path path;
  private MemorySegment data;

  private FileBenchRank() {}

  /** The arguments are those of {@code starling bench file} that do not concern the launcher. */
  public static void main(String[] arguments) throws IOException {
    FileBenchRank rank = new FileBenchRank();
    new CommandLine(rank).parseArgs(arguments);
    try (Communicator world = Starling.world();
        Arena arena = Arena.ofShared()) {
      rank.run(world, arena);
    }
  }

  private void run(Communicator itsWorld, Arena arena) throws IOException {
    world = itsWorld;
    path = options.folder().resolve("starling-bench-file");
    data = world.allocate(options.bytes() / world.size(), arena);
    data.fill((byte) (1 + world.rank()));
    List<Long> blocks = options.blocks();
    double[] alone = new double[options.rounds()];
    double[][] writes = new double[blocks.size()][options.rounds()];
    double[][] reads = new double[blocks.size()][options.rounds()];
    // The first round warms up.
    for (int round = -1; round < options.rounds(); round++) {
      int kept = Math.max(0, round);
      delete();
      alone[kept] = writeAlone();
      for (int i = 0; i < blocks.size(); i++) {
        delete();
        writes[i][kept] = transfer(blocks.get(i), true);
        reads[i][kept] = transfer(blocks.get(i), false);
      }
    }
    delete();
    if (world.rank() == 0) {
      print(alone, writes, reads);
    }
  }

  private void delete() throws IOException {
    if (world.rank() == 0) {
      boolean _ = Files.deleteIfExists(path);
    }
    world.barrier();
  }

  /** Rank 0 writes as many bytes as all ranks together; returns the seconds, on rank 0. */
  private double writeAlone() throws IOException {
    double seconds = 0;
    if (world.rank() == 0) {
      try (FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        long began = System.nanoTime();
        long at = 0;
        while (at < options.bytes()) {
          long from = at % data.byteSize();
          long length = Math.min(Math.min(CHUNK, data.byteSize() - from), options.bytes() - at);
          ByteBuffer source = data.asSlice(from, length).asByteBuffer();
          while (source.hasRemaining()) {
            at += channel.write(source, at);
          }
        }
        seconds = secondsSince(began);
      }
    }
    world.barrier();
    return seconds;
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) / GIGA;
  }

  /** Writes or reads the file by all ranks; returns the seconds of the slowest. */
  private double transfer(long block, boolean writes) {
    EnumSet<OpenMode> modes =
        writes ? EnumSet.of(OpenMode.CREATE, OpenMode.WRITE_ONLY) : EnumSet.of(OpenMode.READ_ONLY);
    double seconds;
    try (ParallelFile file = world.openFile(path, modes, options.hints())) {
      long length = block == FileBenchOptions.CONTIGUOUS ? data.byteSize() : block;
      Datatype turn =
          Datatype.resized(0, length * world.size(), Datatype.contiguous(length, Datatype.INT8));
      file.setView(FileView.of(length * world.rank(), Datatype.INT8, turn));
      Buffer own = Buffer.of(data, Datatype.INT8);
      world.barrier();
      long began = System.nanoTime();
      long moved = (writes ? file.writeAtAll(0, own) : file.readAtAll(0, own)).bytes();
      seconds = secondsSince(began);
      check(moved);
    }
    return world.allreduce(seconds, ReductionOperator.MAX);
  }

  private void check(long moved) {
    byte first = data.get(ValueLayout.JAVA_BYTE, 0);
    if (moved != data.byteSize() || first != (byte) (1 + world.rank())) {
      throw new StarlingException(
          "rank %d moved %d bytes of %d, the first is %d"
              .formatted(world.rank(), moved, data.byteSize(), first));
    }
  }

  private void print(double[] alone, double[][] writes, double[][] reads) {
    System.out.printf(
        "%-22s %14s %10s %14s%n",
        "file of " + Units.bytes(options.bytes()), "write [GB/s]", "ratio", "read [GB/s]");
    System.out.printf(
        Locale.ROOT, "%-22s %14.2f %10s %14s%n", "one process", rate(alone), "1", "-");
    for (int i = 0; i < writes.length; i++) {
      long block = options.blocks().get(i);
      double[] ratios = new double[alone.length];
      for (int round = 0; round < ratios.length; round++) {
        ratios[round] = alone[round] / writes[i][round];
      }
      System.out.printf(
          Locale.ROOT,
          "%-22s %14.2f %10.2f %14.2f%n",
          block == FileBenchOptions.CONTIGUOUS
              ? "one block of each rank"
              : "blocks of " + Units.bytes(block),
          rate(writes[i]),
          median(ratios),
          rate(reads[i]));
    }
  }

  private double rate(double... seconds) {
    return options.bytes() / median(seconds) / GIGA;
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
