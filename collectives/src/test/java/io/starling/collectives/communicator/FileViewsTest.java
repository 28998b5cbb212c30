package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.topology.layout.Layout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random views, data and hints against a file in memory, which one thread writes byte by byte. Each
 * rank has the bytes of the file whose number, divided by a random length, gives its rank; so no
 * two write the same byte.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileViewsTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int MOST_BYTES = 600_000;

  @TempDir Path folder;

  /** What a rank sees: runs inside its own stretch of each turn. */
  private record View(long displacement, List<long[]> runs, long extent) {

    static View random(SplittableRandom random, int rank, int size) {
      int stretch = 1 + random.nextInt(random.nextBoolean() ? 40 : 3000);
      List<long[]> runs = new ArrayList<>();
      // The element is of 2 bytes.
      for (int at = 0; at + 2 <= 2 * stretch; ) {
        int gap = 2 * random.nextInt(3);
        int length = 2 * (1 + random.nextInt(8));
        if (at + gap + length > 2 * stretch) {
          break;
        }
        runs.add(new long[] {at + gap, length});
        at += gap + length;
      }
      if (runs.isEmpty()) {
        runs.add(new long[] {0, 2});
      }
      return new View(5 + 2L * stretch * rank, runs, 2L * stretch * size);
    }

    Datatype type() {
      long[] lengths = runs.stream().mapToLong(run -> run[1]).toArray();
      long[] places = runs.stream().mapToLong(run -> run[0]).toArray();
      return Datatype.resized(0, extent, Datatype.hindexed(lengths, places, Datatype.INT8));
    }

    long size() {
      return runs.stream().mapToLong(run -> run[1]).sum();
    }

    /** The place of a byte of the view, found by counting. */
    int place(long number) {
      long rest = number % size();
      for (long[] run : runs) {
        if (rest < run[1]) {
          return (int) (displacement + number / size() * extent + run[0] + rest);
        }
        rest -= run[1];
      }
      throw new AssertionError(number);
    }
  }

  private void run(TestFabric fabric, long seed, boolean apart) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = 1 + random.nextInt(5);
    Path path = folder.resolve("random-" + seed);
    byte[] expected = new byte[8 * MOST_BYTES];
    Hints hints =
        Hints.EMPTY
            .with("collective_buffering", List.of("true", "automatic").get(random.nextInt(2)))
            .with("cb_buffer_size", "65536")
            .with("cb_nodes", "" + (1 + random.nextInt(size)));
    long viewSeed = random.nextLong();
    View[] views = new View[size];
    int[] lengths = new int[size];
    long[] offsets = new long[size];
    int end = 0;
    SplittableRandom shape = new SplittableRandom(viewSeed);
    SplittableRandom common = shape.split();
    for (int rank = 0; rank < size; rank++) {
      // The stretch is common, the runs are a rank's own.
      views[rank] = View.random(new SplittableRandom(common.split().nextLong()), rank, size);
    }
    long extent = views[0].extent();
    for (int rank = 0; rank < size; rank++) {
      long stretch = extent / size;
      List<long[]> inside = new ArrayList<>();
      for (long[] run : views[rank].runs()) {
        if (run[0] + run[1] <= stretch) {
          inside.add(run);
        }
      }
      if (inside.isEmpty()) {
        inside.add(new long[] {0, 2});
      }
      views[rank] = new View(5 + stretch * rank, inside, extent);
      double share = views[rank].size() / (double) extent;
      lengths[rank] = 2 * shape.nextInt(1 + (int) Math.min(40_000, MOST_BYTES * share));
      offsets[rank] = shape.nextInt(100);
      for (int i = 0; i < lengths[rank]; i++) {
        int place = views[rank].place(2 * offsets[rank] + i);
        expected[place] = value(rank, i);
        end = Math.max(end, place + 1);
      }
    }
    int last = end;
    try (RankTeam team =
        apart
            ? RankTeam.placed(fabric, size, Layout.apart(size))
            : RankTeam.open(fabric, size, seed)) {
      team.run(
          world -> {
            int rank = world.rank();
            try (ParallelFile file =
                    world.openFile(path, EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE), hints);
                Arena arena = Arena.ofShared()) {
              file.setView(
                  FileView.of(views[rank].displacement(), Datatype.INT16, views[rank].type()));
              Buffer data = data(arena, rank, lengths[rank]);
              write(file, seed, offsets[rank], data);
              file.sync();
              for (boolean all : new boolean[] {true, false}) {
                check(file, all, offsets[rank], rank, lengths[rank], last, views[rank]);
              }
            }
          });
    }
    byte[] content;
    try {
      content = Files.readAllBytes(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(content).hasSize(end);
    assertThat(content).isEqualTo(java.util.Arrays.copyOf(expected, end));
  }

  private static byte value(int rank, int index) {
    return (byte) (1 + rank * 50 + index % 47);
  }

  /** Native memory, an array, or memory with gaps. */
  private static Buffer data(Arena arena, int rank, int length) {
    byte[] values = new byte[length];
    for (int i = 0; i < length; i++) {
      values[i] = value(rank, i);
    }
    return switch (rank % 3) {
      case 0 -> Buffer.of(values);
      case 1 -> {
        MemorySegment segment = arena.allocate(Math.max(1, length));
        MemorySegment.copy(MemorySegment.ofArray(values), 0, segment, 0, length);
        yield Buffer.of(segment, Datatype.INT8, length);
      }
      default -> {
        Datatype pair = Datatype.resized(0, 5, Datatype.contiguous(2, Datatype.INT8));
        Buffer gaps = Buffer.of(arena.allocate(5L * length + 8), pair, length / 2);
        gaps.unpack(MemorySegment.ofArray(values));
        yield gaps;
      }
    };
  }

  private static void write(ParallelFile file, long seed, long offset, Buffer data) {
    switch ((int) Math.floorMod(seed, 3L)) {
      case 0 -> assertThat(file.writeAtAll(offset, data).bytes()).isEqualTo(data.byteSize());
      case 1 -> file.iWriteAtAll(offset, data).await();
      default -> assertThat(file.writeAt(offset, data).bytes()).isEqualTo(data.byteSize());
    }
    file.sync();
  }

  /** Reads more than was written: it ends with the file. */
  private static void check(
      ParallelFile file, boolean all, long offset, int rank, int length, int end, View view) {
    byte[] back = new byte[length + 200];
    Status status;
    if (all) {
      Request request = file.iReadAtAll(offset, Buffer.of(back));
      request.await();
      status = request.status();
    } else {
      status = file.readAt(offset, Buffer.of(back));
    }
    int there = 0;
    while (there < back.length && view.place(2 * offset + there) < end) {
      there++;
    }
    assertThat(status.bytes()).isEqualTo(there);
    byte[] expected = new byte[back.length];
    for (int i = 0; i < Math.min(length, there); i++) {
      expected[i] = value(rank, i);
    }
    assertThat(back).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(names = {"ADVERSARIAL", "SYNCHRONOUS", "SHARED"})
  void random_views_are_what_one_process_would_write(TestFabric fabric) {
    System.out.println("FileViewsTest: -Dstarling.seed=" + SEED);
    for (int i = 0; i < 8; i++) {
      run(fabric, SEED + i, i % 4 == 3);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = {"ADVERSARIAL", "SHARED", "UCX", "MIXED"})
  void many_random_views_are_what_one_process_would_write(TestFabric fabric) {
    System.out.println("FileViewsTest: -Dstarling.seed=" + SEED);
    for (int i = 0; i < 60; i++) {
      run(fabric, SEED + i, i % 4 == 3);
    }
  }
}
