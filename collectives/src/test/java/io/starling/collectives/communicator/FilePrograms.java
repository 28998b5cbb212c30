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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Programs with files, which give the same on every transport. Each is given a folder. */
final class FilePrograms {

  static final List<BiConsumer<Communicator, Path>> ALL =
      List.of(
          FilePrograms::pointers,
          FilePrograms::offsets,
          FilePrograms::shared,
          FilePrograms::ordered,
          FilePrograms::exchanges,
          FilePrograms::atomicAccesses,
          FilePrograms::append);

  private static final Set<OpenMode> NEW = EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE);
  private static final FileView INTEGERS = FileView.of(0, Datatype.INT32, Datatype.INT32);
  private static final int COUNT = 7;

  private FilePrograms() {}

  private static ParallelFile open(Communicator world, Path folder, String name) {
    ParallelFile file =
        world.openFile(folder.resolve("%s-%d".formatted(name, world.size())), NEW, Hints.EMPTY);
    file.setView(INTEGERS);
    return file;
  }

  private static int[] values(int count, IntUnaryOperator value) {
    return IntStream.range(0, count).map(value).toArray();
  }

  private static Buffer own(Communicator world, int round) {
    return Buffer.of(values(COUNT, i -> 1000 * round + 10 * world.rank() + i));
  }

  private static void assertOwn(Communicator world, int round, int... read) {
    assertThat(read).isEqualTo(values(COUNT, i -> 1000 * round + 10 * world.rank() + i));
  }

  private static void assertTransferred(Request request, int elements) {
    request.await();
    assertThat(request.status().count(Datatype.INT32)).hasValue(elements);
  }

  private static void pointers(Communicator world, Path folder) {
    int begin = COUNT * world.rank();
    try (ParallelFile file = open(world, folder, "pointers")) {
      assertThat(file.typeExtent(Datatype.resized(0, 12, Datatype.INT32))).isEqualTo(12);
      file.seek(begin, SeekOrigin.BEGIN);
      Request write = file.iWrite(own(world, 1));
      assertThat(file.position()).isEqualTo(begin + COUNT);
      assertTransferred(write, COUNT);
      file.seek(-COUNT, SeekOrigin.CURRENT);
      int[] read = new int[COUNT];
      assertTransferred(file.iRead(Buffer.of(read)), COUNT);
      assertOwn(world, 1, read);
      file.seek(begin, SeekOrigin.BEGIN);
      assertTransferred(file.iWriteAll(own(world, 2)), COUNT);
      file.seek(begin, SeekOrigin.BEGIN);
      assertTransferred(file.iReadAll(Buffer.of(read)), COUNT);
      assertOwn(world, 2, read);
      assertThat(file.position()).isEqualTo(begin + COUNT);
      world.barrier();
      file.seek(-2, SeekOrigin.END);
      assertTransferred(file.iRead(Buffer.of(read)), 2);
      assertThat(file.read(Buffer.of(read)).bytes()).isZero();
    }
  }

  private static void offsets(Communicator world, Path folder) {
    int begin = COUNT * world.rank();
    try (ParallelFile file = open(world, folder, "offsets")) {
      int[] read = new int[COUNT];
      assertTransferred(file.iWriteAt(begin, own(world, 1)), COUNT);
      assertTransferred(file.iReadAt(begin, Buffer.of(read)), COUNT);
      assertOwn(world, 1, read);
      assertTransferred(file.iWriteAtAll(begin, own(world, 2)), COUNT);
      assertTransferred(file.iReadAtAll(begin, Buffer.of(read)), COUNT);
      assertOwn(world, 2, read);
      file.writeAt(begin, own(world, 3));
      file.readAt(begin, Buffer.of(read));
      assertOwn(world, 3, read);
      assertThat(file.position()).isZero();
    }
  }

  /** Each access has elements of its own, whole. */
  private static void shared(Communicator world, Path folder) {
    int rounds = 6;
    int total = rounds * COUNT * world.size();
    try (ParallelFile file = open(world, folder, "shared")) {
      for (int round = 0; round < rounds; round += 2) {
        file.writeShared(own(world, round));
        assertTransferred(file.iWriteShared(own(world, round + 1)), COUNT);
      }
      world.barrier();
      assertThat(file.sharedPosition()).isEqualTo(total);
      file.seekShared(0, SeekOrigin.BEGIN);
      int[] first = new int[rounds];
      for (int round = 0; round < rounds; round += 2) {
        first[round] = readRun(file, false);
        first[round + 1] = readRun(file, true);
      }
      int[] all = new int[rounds * world.size()];
      world.allgather(Buffer.of(first), Buffer.of(all));
      Arrays.sort(all);
      assertThat(all)
          .isEqualTo(values(all.length, i -> 1000 * (i / world.size()) + 10 * (i % world.size())));
      assertThat(file.sharedPosition()).isEqualTo(total);
      world.barrier();
      assertThat(file.readShared(Buffer.of(new int[1])).bytes()).isZero();
    }
  }

  /** Reads what one call has written; returns its first element. */
  private static int readRun(ParallelFile file, boolean isRequest) {
    int[] read = new int[COUNT];
    if (isRequest) {
      assertTransferred(file.iReadShared(Buffer.of(read)), COUNT);
    } else {
      assertThat(file.readShared(Buffer.of(read)).count(Datatype.INT32)).hasValue(COUNT);
    }
    assertThat(read).isEqualTo(values(COUNT, i -> read[0] + i));
    return read[0];
  }

  /** Each rank has one element more than the one before. */
  private static void ordered(Communicator world, Path folder) {
    int count = world.rank() + 1;
    int total = world.size() * (world.size() + 1) / 2;
    int[] own = values(count, i -> 100 * world.rank() + i);
    int[] read = new int[count];
    try (ParallelFile file = open(world, folder, "ordered")) {
      file.writeOrdered(Buffer.of(own));
      assertTransferred(file.iWriteOrdered(Buffer.of(own)), count);
      assertThat(file.sharedPosition()).isEqualTo(2L * total);
      file.seekShared(-total, SeekOrigin.CURRENT);
      assertTransferred(file.iReadOrdered(Buffer.of(read)), count);
      assertThat(read).isEqualTo(own);
      file.seekShared(0, SeekOrigin.BEGIN);
      Arrays.fill(read, -1);
      assertThat(file.readOrdered(Buffer.of(read)).count(Datatype.INT32)).hasValue(count);
      assertThat(read).isEqualTo(own);
      int begin = count * world.rank() / 2;
      file.readAtAll(total + begin, Buffer.of(read));
      assertThat(read).isEqualTo(own);
    }
  }

  /** Short runs of the ranks in turn, which aggregators write and read for all. */
  private static void exchanges(Communicator world, Path folder) {
    Hints hints =
        Hints.EMPTY
            .with("collective_buffering", "true")
            .with("cb_buffer_size", "65536")
            .with("cb_nodes", "2");
    int turns = 20_000;
    try (ParallelFile file = open(world, folder, "exchanges")) {
      Datatype turn =
          Datatype.resized(0, 8L * world.size(), Datatype.contiguous(2, Datatype.INT32));
      file.setView(FileView.of(8L * world.rank(), Datatype.INT32, turn), hints);
      int[] own = values(2 * turns, i -> 7 * i + world.rank());
      assertThat(file.writeAll(Buffer.of(own)).bytes()).isEqualTo(4L * own.length);
      int[] read = new int[own.length + 10];
      Request request = file.iReadAtAll(0, Buffer.of(read));
      assertTransferred(request, own.length);
      assertThat(Arrays.copyOf(read, own.length)).isEqualTo(own);
      Status status = file.readAt(4, Buffer.of(read, 0, 6));
      assertThat(status.bytes()).isEqualTo(24);
      assertThat(Arrays.copyOf(read, 6)).isEqualTo(Arrays.copyOfRange(own, 4, 10));
      file.setSize(0);
      assertThat(file.readAtAll(0, Buffer.of(read)).bytes()).isZero();
    }
  }

  /** A reader sees all of a write or nothing of it, also where its bytes have gaps. */
  private static void atomicAccesses(Communicator world, Path folder) {
    Datatype gaps = Datatype.resized(0, 20, Datatype.contiguous(2, Datatype.INT32));
    int count = 2000;
    try (ParallelFile file = open(world, folder, "atomic")) {
      file.setView(FileView.of(0, Datatype.INT32, gaps));
      file.writeAtAll(0, Buffer.of(new int[world.rank() == 0 ? count : 0]));
      file.setAtomic(true);
      assertThat(file.isAtomic()).isTrue();
      for (int round = 0; round < 6; round++) {
        int value = 10 * round + world.rank();
        int[] data = values(count, _ -> value);
        if ((round + world.rank()) % 2 == 0) {
          file.writeAt(0, Buffer.of(data));
          Requests.awaitAll(List.of(file.iWriteAt(0, Buffer.of(data))));
        } else {
          file.readAt(0, Buffer.of(data));
          assertThat(Arrays.stream(data).distinct().count()).isEqualTo(1);
          Requests.awaitAll(List.of(file.iReadAt(0, Buffer.of(data))));
        }
        assertThat(Arrays.stream(data).distinct().count()).isEqualTo(1);
      }
      file.readAtAll(0, Buffer.of(new int[count]));
      file.setAtomic(false);
    }
  }

  /** Both pointers begin at the end of what is there; what goes with the close is gone then. */
  private static void append(Communicator world, Path folder) {
    Path path = folder.resolve("append-" + world.size());
    try (ParallelFile file = world.openFile(path, NEW, Hints.EMPTY)) {
      file.preallocate(5);
      assertThat(file.size()).isEqualTo(5);
    }
    Set<OpenMode> modes =
        EnumSet.of(OpenMode.READ_WRITE, OpenMode.APPEND, OpenMode.DELETE_ON_CLOSE);
    try (ParallelFile file = world.openFile(path, modes, Hints.EMPTY)) {
      assertThat(file.position()).isEqualTo(5);
      file.writeOrdered(Buffer.of(new byte[] {(byte) world.rank()}));
      byte[] read = new byte[1];
      file.readAtAll(5L + world.rank(), Buffer.of(read));
      assertThat(read[0]).isEqualTo((byte) world.rank());
      assertThat(file.sharedPosition()).isEqualTo(5 + world.size());
    }
    assertThat(path).doesNotExist();
  }
}
