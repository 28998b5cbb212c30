package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
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
import java.util.Arrays;
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
 * Random views, data and hints against a file in memory, which one thread writes byte by byte. The
 * ranks have stretches of the file in turn; each sees random runs of its own.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileViewsTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int MOST_BYTES = 600_000;

  @TempDir Path folder;

  /** What a rank sees: runs inside its own stretch of each turn. */
  private record View(long displacement, List<long[]> runs, long extent) {

    /** Runs of whole elements of 2 bytes. */
    static View random(SplittableRandom random, int stretch, int rank, int size) {
      List<long[]> runs = new ArrayList<>();
      int at = 0;
      while (at < stretch) {
        int begin = Math.min(at + 2 * random.nextInt(3), stretch - 2);
        int end = Math.min(begin + 2 * (1 + random.nextInt(8)), stretch);
        if (begin < at) {
          break;
        }
        runs.add(new long[] {begin, end - begin});
        at = end;
      }
      return new View(5 + (long) stretch * rank, runs, (long) stretch * size);
    }

    Datatype type() {
      long[] lengths = runs.stream().mapToLong(run -> run[1]).toArray();
      long[] places = runs.stream().mapToLong(run -> run[0]).toArray();
      return Datatype.resized(0, extent, Datatype.hindexed(lengths, places, Datatype.INT8));
    }

    long size() {
      return runs.stream().mapToLong(run -> run[1]).sum();
    }

    /** The places of some bytes of the view, found by counting from its beginning. */
    int[] places(long first, int count) {
      int[] places = new int[count];
      long number = 0;
      for (long turn = 0; number < first + count; turn++) {
        for (long[] run : runs) {
          for (long at = 0; at < run[1] && number < first + count; at++) {
            if (number >= first) {
              places[(int) (number - first)] = (int) (displacement + turn * extent + run[0] + at);
            }
            number++;
          }
        }
      }
      return places;
    }
  }

  /** What each rank writes where, and the file that results. */
  private static final class Scenario {
    final int size;
    final Hints hints;
    final View[] views;
    final int[] lengths;
    final long[] offsets;
    final byte[] expected = new byte[8 * MOST_BYTES];
    int end;

    Scenario(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      size = 1 + random.nextInt(5);
      hints =
          Hints.EMPTY
              .with("collective_buffering", List.of("true", "automatic").get(random.nextInt(2)))
              .with("cb_buffer_size", "65536")
              .with("cb_nodes", "" + (1 + random.nextInt(size)));
      views = new View[size];
      lengths = new int[size];
      offsets = new long[size];
      int stretch = 2 * (1 + random.nextInt(random.nextBoolean() ? 40 : 3000));
      for (int rank = 0; rank < size; rank++) {
        views[rank] = View.random(random, stretch, rank, size);
        double share = views[rank].size() / (double) views[rank].extent();
        lengths[rank] = 2 * random.nextInt(1 + (int) Math.min(40_000, MOST_BYTES * share));
        offsets[rank] = random.nextInt(100);
        write(rank);
      }
    }

    private void write(int rank) {
      int[] places = views[rank].places(2 * offsets[rank], lengths[rank]);
      for (int i = 0; i < places.length; i++) {
        expected[places[i]] = value(rank, i);
        end = Math.max(end, places[i] + 1);
      }
    }
  }

  private void run(TestFabric fabric, long seed, boolean apart) {
    Scenario scenario = new Scenario(seed);
    Path path = folder.resolve("random-" + seed);
    try (RankTeam team =
        apart
            ? RankTeam.placed(fabric, scenario.size, Layout.apart(scenario.size))
            : RankTeam.open(fabric, scenario.size, seed)) {
      team.run(world -> writeAndRead(world, path, scenario, seed));
    }
    try {
      assertThat(Files.readAllBytes(path))
          .isEqualTo(Arrays.copyOf(scenario.expected, scenario.end));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void writeAndRead(Communicator world, Path path, Scenario scenario, long seed) {
    int rank = world.rank();
    View view = scenario.views[rank];
    long offset = scenario.offsets[rank];
    int length = scenario.lengths[rank];
    try (ParallelFile file =
            world.openFile(path, EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE), scenario.hints);
        Arena arena = Arena.ofShared()) {
      file.setView(FileView.of(view.displacement(), Datatype.INT16, view.type()));
      write(file, seed, offset, data(arena, rank, length));
      file.sync();
      for (boolean all : new boolean[] {true, false}) {
        check(file, all, offset, rank, length, scenario.end, view);
      }
    }
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
    int[] places = view.places(2 * offset, back.length);
    int there = (int) Arrays.stream(places).takeWhile(place -> place < end).count();
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
