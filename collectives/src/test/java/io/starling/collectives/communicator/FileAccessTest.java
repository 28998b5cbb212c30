package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.Status;
import io.starling.topology.layout.Layout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileAccessTest {

  private static final Set<OpenMode> NEW = EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE);
  private static final Hints EXCHANGE = Hints.EMPTY.with("collective_buffering", "true");
  private static final Hints SMALL_BLOCKS =
      EXCHANGE.with("cb_buffer_size", "65536").with("cb_nodes", "2");

  @TempDir Path folder;

  private static byte[] bytes(int rank, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (rank * 31 + i % 251);
    }
    return bytes;
  }

  private byte[] content(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Blocks of ranks in turn. */
  private static FileView inTurn(Communicator world, long block) {
    Datatype turn =
        Datatype.resized(0, block * world.size(), Datatype.contiguous(block, Datatype.INT8));
    return FileView.of(7 + block * world.rank(), Datatype.INT8, turn);
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void blocks_in_turn_are_what_one_process_would_write(TestFabric fabric) {
    Path path = folder.resolve("turns");
    int size = 4;
    int block = 13;
    int turns = 40_000;
    byte[] expected = new byte[7 + size * block * turns];
    for (int rank = 0; rank < size; rank++) {
      byte[] own = bytes(rank, block * turns);
      for (int turn = 0; turn < turns; turn++) {
        System.arraycopy(own, turn * block, expected, 7 + (turn * size + rank) * block, block);
      }
    }
    RankTeam.run(
        fabric,
        size,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, SMALL_BLOCKS)) {
            file.setView(inTurn(world, block));
            byte[] own = bytes(world.rank(), block * turns);
            assertThat(file.writeAll(Buffer.of(own)).bytes()).isEqualTo(own.length);
            assertThat(file.position()).isEqualTo(own.length);
            byte[] back = new byte[own.length];
            assertThat(file.readAtAll(0, Buffer.of(back)).bytes()).isEqualTo(own.length);
            assertThat(back).isEqualTo(own);
            Arrays.fill(back, (byte) 0);
            assertThat(file.readAt(0, Buffer.of(back)).bytes()).isEqualTo(own.length);
            assertThat(back).isEqualTo(own);
          }
        });
    assertThat(content(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void contiguous_blocks_of_ranks_follow_one_another(TestFabric fabric) {
    Path path = folder.resolve("blocks");
    int count = 300_000;
    RankTeam.run(
        fabric,
        3,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, Hints.EMPTY);
              Arena arena = Arena.ofShared()) {
            MemorySegment own = arena.allocate(count);
            MemorySegment.copy(bytes(world.rank(), count), 0, own, ValueLayout.JAVA_BYTE, 0, count);
            long offset = (long) count * world.rank();
            Request write = file.iWriteAtAll(offset, Buffer.of(own, Datatype.INT8));
            write.await();
            assertThat(write.status().bytes()).isEqualTo(count);
            byte[] next = new byte[count];
            int peer = (world.rank() + 1) % world.size();
            Status status = file.readAt((long) count * peer, Buffer.of(next));
            assertThat(status.count(Datatype.INT8)).hasValue(count);
            assertThat(next).isEqualTo(bytes(peer, count));
          }
        });
    assertThat(content(path)).hasSize(3 * count);
  }

  @Test
  void a_read_at_the_end_of_the_file_gives_less() {
    Path path = folder.resolve("short");
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, SMALL_BLOCKS)) {
            file.setView(FileView.of(0, Datatype.INT32, Datatype.INT32));
            int[] all = new int[100];
            Arrays.setAll(all, i -> i);
            file.writeAtAll(0, Buffer.of(all, 0, world.rank() == 0 ? 90 : 0));
            file.setView(
                FileView.of(
                    4L * world.rank(),
                    Datatype.INT32,
                    Datatype.resized(0, 12, Datatype.contiguous(1, Datatype.INT32))));
            int[] own = new int[40];
            for (Status status :
                List.of(
                    file.readAtAll(0, Buffer.of(own)),
                    file.readAt(0, Buffer.of(own)),
                    file.readAll(Buffer.of(own)))) {
              assertThat(status.count(Datatype.INT32)).hasValue(30);
              assertThat(own[29]).isEqualTo(87 + world.rank());
              assertThat(own[30]).isZero();
            }
            assertThat(file.read(Buffer.of(own)).bytes()).isZero();
            assertThat(file.size()).isEqualTo(360);
          }
        });
  }

  @Test
  void pointers_move_by_what_was_asked_for() {
    Path path = folder.resolve("pointers");
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, Hints.EMPTY)) {
            file.setView(
                FileView.of(
                    16,
                    Datatype.INT64,
                    Datatype.resized(0, 16, Datatype.contiguous(1, Datatype.INT64))));
            if (world.rank() == 0) {
              file.write(Buffer.of(new long[] {1, 2, 3}));
              assertThat(file.position()).isEqualTo(3);
              assertThat(file.byteOffset(3)).isEqualTo(64);
              file.seek(-2, SeekOrigin.CURRENT);
              long[] back = new long[2];
              file.read(Buffer.of(back));
              assertThat(back).containsExactly(2, 3);
              file.seek(-1, SeekOrigin.END);
              assertThat(file.position()).isEqualTo(2);
              Request request = file.iRead(Buffer.of(back, 0, 1));
              assertThat(file.position()).isEqualTo(3);
              request.await();
              assertThat(request.status().bytes()).isEqualTo(8);
              assertThat(back[0]).isEqualTo(3);
            }
            file.sync();
            long[] all = new long[3];
            file.readAtAll(0, Buffer.of(all));
            assertThat(all).containsExactly(1, 2, 3);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void shared_and_ordered_accesses_never_overlap(TestFabric fabric) {
    Path path = folder.resolve("shared");
    int size = 4;
    int rounds = 50;
    RankTeam.run(
        fabric,
        size,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, Hints.EMPTY)) {
            file.setView(FileView.of(0, Datatype.INT32, Datatype.INT32));
            for (int i = 0; i < rounds; i++) {
              file.writeShared(Buffer.of(world.rank() * rounds + i));
            }
            world.barrier();
            assertThat(file.sharedPosition()).isEqualTo((long) size * rounds);
            int[] own = new int[world.rank() + 1];
            Arrays.fill(own, -1 - world.rank());
            Request ordered = file.iWriteOrdered(Buffer.of(own));
            ordered.await();
            file.seekShared(0, SeekOrigin.BEGIN);
            int[] read = new int[rounds];
            file.readOrdered(Buffer.of(read));
            assertThat(file.sharedPosition()).isEqualTo((long) size * rounds);
            file.seekShared(-10, SeekOrigin.END);
            int[] last = new int[world.rank() + 1];
            file.readOrdered(Buffer.of(last));
            assertThat(last).isEqualTo(own);
          }
        });
    int[] all = new int[size * rounds];
    java.nio.ByteBuffer.wrap(content(path))
        .order(java.nio.ByteOrder.nativeOrder())
        .asIntBuffer()
        .get(all);
    Arrays.sort(all);
    for (int i = 0; i < all.length; i++) {
      assertThat(all[i]).isEqualTo(i);
    }
    assertThat(folder.toFile().list()).containsExactly("shared");
  }

  @Test
  void aggregators_on_several_hosts_take_blocks_in_turn() {
    Path path = folder.resolve("hosts");
    int size = 5;
    try (RankTeam team = RankTeam.placed(TestFabric.LOCAL, size, Layout.apart(size))) {
      team.run(
          world -> {
            Hints hints = EXCHANGE.with("cb_buffer_size", "65536");
            try (ParallelFile file = world.openFile(path, NEW, hints)) {
              assertThat(file.hints().get("cb_nodes")).hasValue("5");
              file.setView(inTurn(world, 1000));
              byte[] own = bytes(world.rank(), 400_000);
              file.iWriteAll(Buffer.of(own)).await();
              file.sync();
              byte[] back = new byte[own.length];
              Request request = file.iReadAtAll(0, Buffer.of(back));
              request.await();
              assertThat(request.status().bytes()).isEqualTo(own.length);
              assertThat(back).isEqualTo(own);
            }
          });
    }
    assertThat(content(path)).hasSize(7 + size * 400_000);
    assertThat(folder.toFile().list()).containsExactly("hosts");
  }

  @Test
  void bytes_between_those_of_the_ranks_stay() {
    Path path = folder.resolve("holes");
    byte[] before = new byte[200_000];
    Arrays.fill(before, (byte) 'x');
    try {
      Files.write(path, before);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, SMALL_BLOCKS)) {
            Datatype sparse = Datatype.resized(0, 100, Datatype.contiguous(9, Datatype.INT8));
            file.setView(FileView.of(10L + 20L * world.rank(), Datatype.INT8, sparse));
            byte[] own = new byte[9 * 1000];
            Arrays.fill(own, (byte) ('0' + world.rank()));
            file.writeAtAll(5, Buffer.of(own));
          }
        });
    byte[] after = content(path);
    for (int rank = 0; rank < 2; rank++) {
      for (int i = 5; i < 9 * 1000 + 5; i++) {
        int place = 10 + 20 * rank + i / 9 * 100 + i % 9;
        before[place] = (byte) ('0' + rank);
      }
    }
    assertThat(after).isEqualTo(before);
  }

  @Test
  void several_requests_are_open_at_a_time() {
    Path path = folder.resolve("many");
    RankTeam.run(
        TestFabric.SHARED,
        3,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, SMALL_BLOCKS)) {
            file.setView(inTurn(world, 100));
            byte[][] parts = new byte[5][];
            Request[] requests = new Request[10];
            for (int i = 0; i < 5; i++) {
              parts[i] = bytes(world.rank() + i, 30_000);
              requests[2 * i] = file.iWriteAll(Buffer.of(parts[i]));
              requests[2 * i + 1] = file.iWriteAt(1_000_000 + 30_000L * i, Buffer.of(parts[i]));
            }
            Requests.awaitAll(List.of(requests));
            for (int i = 0; i < 5; i++) {
              byte[] back = new byte[30_000];
              file.readAtAll(30_000L * i, Buffer.of(back));
              assertThat(back).isEqualTo(parts[i]);
              file.readAt(1_000_000 + 30_000L * i, Buffer.of(back));
              assertThat(back).isEqualTo(parts[i]);
            }
          }
        });
  }
}
