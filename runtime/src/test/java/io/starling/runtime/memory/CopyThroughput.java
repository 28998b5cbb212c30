package io.starling.runtime.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prints how many microseconds two cores need for the copies of a collective of two ranks, with
 * nothing else: the least that any library that copies can take. Memory is shared, as that of
 * {@code Communicator.allocate}; the best of 15 batches. A program to run by hand, not a test:
 *
 * <pre>
 * java --enable-native-access=ALL-UNNAMED -cp runtime/target/classes:runtime/target/test-classes
 *   io.starling.runtime.memory.CopyThroughput</pre>
 */
final class CopyThroughput {

  private static final long[] SIZES = {64 << 10, 1 << 20, 4 << 20, 16 << 20};
  private static final int BATCHES = 15;
  private static final long BYTES_OF_BATCH = 64 << 20;

  /** What a core copies of the blocks of both. */
  private enum Work {
    /** A message, or a broadcast. */
    ONE_CORE_COPIES {
      @Override
      void copy(int core, MemorySegment[] data, MemorySegment[] results, long bytes) {
        if (core == 0) {
          MemorySegment.copy(data[1], 0, results[0], 0, bytes);
        }
      }
    },
    /** The same by both. */
    EACH_COPIES_HALF {
      @Override
      void copy(int core, MemorySegment[] data, MemorySegment[] results, long bytes) {
        long half = bytes / 2;
        MemorySegment.copy(data[1], core * half, results[0], core * half, half);
      }
    },
    /** An allgather, or an alltoall. */
    EACH_COPIES_BOTH {
      @Override
      void copy(int core, MemorySegment[] data, MemorySegment[] results, long bytes) {
        MemorySegment.copy(data[0], 0, results[core], 0, bytes);
        MemorySegment.copy(data[1], 0, results[core], bytes, bytes);
      }
    };

    abstract void copy(int core, MemorySegment[] data, MemorySegment[] results, long bytes);
  }

  private final AtomicInteger arrivals = new AtomicInteger();
  private final MemorySegment[] data;
  private final MemorySegment[] results;

  private CopyThroughput(MemorySegment[] data, MemorySegment[] results) {
    this.data = data;
    this.results = results;
  }

  public static void main(String[] arguments) throws Exception {
    try (Arena arena = Arena.ofShared()) {
      long most = SIZES[SIZES.length - 1];
      MemorySegment[] data = {shared(arena, most), shared(arena, most)};
      MemorySegment[] results = {shared(arena, 2 * most), shared(arena, 2 * most)};
      System.out.printf("%-18s%10s%10s%10s%10s us%n", "", "64 KiB", "1 MiB", "4 MiB", "16 MiB");
      for (Work work : Work.values()) {
        StringBuilder line = new StringBuilder();
        for (long bytes : SIZES) {
          line.append(
              String.format(
                  Locale.ROOT, "%10.2f", new CopyThroughput(data, results).measure(work, bytes)));
        }
        System.out.printf(
            "%-18s%s%n", work.name().toLowerCase(Locale.ROOT).replace('_', ' '), line);
      }
    }
  }

  private static MemorySegment shared(Arena arena, long bytes) throws IOException {
    Path file = Files.createTempFile(Path.of("/dev/shm"), "starling-copies-", "");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena).fill((byte) 1);
    } finally {
      Files.delete(file);
    }
  }

  private double measure(Work work, long bytes) throws InterruptedException {
    long rounds = BYTES_OF_BATCH / bytes;
    double[] best = {Double.MAX_VALUE};
    Thread other = Thread.ofPlatform().start(() -> run(1, work, bytes, rounds, best));
    run(0, work, bytes, rounds, best);
    other.join();
    return best[0];
  }

  private void run(int core, Work work, long bytes, long rounds, double[] best) {
    int meetings = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      for (long round = 0; round < rounds; round++) {
        meet(++meetings);
        work.copy(core, data, results, bytes);
      }
      meet(++meetings);
      if (core == 0) {
        best[0] = Math.min(best[0], (System.nanoTime() - start) * 1e-3 / rounds);
      }
    }
  }

  private void meet(int meeting) {
    arrivals.incrementAndGet();
    while (arrivals.get() < 2 * meeting) {
      Thread.onSpinWait();
    }
  }
}
