package io.starling.collectives.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.Layout;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work of other threads for a file fails with an error of the JVM, or for a thread that waits. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FileWorkErrorsTest {

  private static final int SIZE = 3;
  private static final int BYTES = 200_000;
  private static final Executor OTHER_THREAD = task -> Thread.ofPlatform().daemon().start(task);

  @TempDir private Path folder;

  private FileHandle handle(boolean isBroken) throws IOException {
    Path path = folder.resolve("file");
    Set<StandardOpenOption> options =
        EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileChannel channel = isBroken ? new BrokenChannel() : FileChannel.open(path, options);
    return new FileHandle(path, options, channel);
  }

  /** Opens the file on a rank of its own thread, and runs a program there. */
  private void runRank(
      LocalFabric fabric, int rank, boolean isBroken, Hints hints, Consumer<ParallelFile> program) {
    try {
      Member member =
          Member.ofWorld(
              Engines.of(fabric.port(rank), BackoffIdleStrategy.forRank(true)),
              Layout.flat(SIZE),
              false,
              () -> {});
      DataMovement dataMovement = new DataMovement(new Collectives(member, Selection.DEFAULT));
      Set<OpenMode> modes = EnumSet.of(OpenMode.READ_WRITE);
      program.accept(
          new RankFile(
              new FileState(member, dataMovement, modes, handle(isBroken), null, "", hints)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void run(int broken, Hints hints, Consumer<ParallelFile> program) throws Exception {
    LocalFabric fabric = new LocalFabric(SIZE);
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      int rank = i;
      ends.add(
          CompletableFuture.runAsync(
              () -> runRank(fabric, rank, rank == broken, hints, program),
              task -> Thread.ofPlatform().daemon().name("rank " + rank).start(task)));
    }
    for (CompletableFuture<Void> end : ends) {
      end.get(20, TimeUnit.SECONDS);
    }
  }

  private static void assertAllHear(int broken, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("rank " + broken)
        .hasMessageContaining("OutOfMemoryError: " + BrokenChannel.REASON);
  }

  /** With exchanges, rank 0 accesses the file for all. */
  @ParameterizedTest
  @CsvSource({"1, false", "0, true"})
  void all_ranks_of_a_call_hear_of_an_error(int broken, boolean exchanges) throws Exception {
    Hints hints = Hints.EMPTY.with("collective_buffering", Boolean.toString(exchanges));
    run(
        broken,
        hints,
        file -> {
          Datatype turn = Datatype.resized(0, 300, Datatype.contiguous(100, Datatype.INT8));
          file.setView(FileView.of(0, Datatype.INT8, turn));
          Buffer data = Buffer.of(new byte[BYTES]);
          assertAllHear(broken, () -> file.writeAtAll(0, data));
          assertAllHear(broken, () -> file.iWriteAtAll(0, data).await());
          assertAllHear(broken, () -> file.readAtAll(0, data));
          assertAllHear(broken, () -> file.iReadAtAll(0, data).await());
        });
  }

  @Test
  void all_ranks_hear_of_an_error_of_the_one_that_works_for_all() throws Exception {
    run(0, Hints.EMPTY, file -> assertAllHear(0, () -> file.setSize(BYTES)));
  }

  /** Without a side file there is no shared pointer. */
  @Test
  void all_ranks_hear_that_one_has_no_shared_pointer_where_its_view_is_to_begin() throws Exception {
    FileView current = FileView.of(FileView.CURRENT, Datatype.INT8, Datatype.INT8);
    run(
        -1,
        Hints.EMPTY,
        file -> {
          boolean isCurrent = Thread.currentThread().getName().equals("rank 1");
          assertThatThrownBy(() -> file.setView(isCurrent ? current : FileView.BYTES))
              .isInstanceOf(StarlingException.class)
              .hasMessageContainingAll("rank 1", "there is no shared pointer");
        });
  }

  @Test
  void a_failed_attempt_to_lock_reaches_the_thread_that_wants_the_lock() throws IOException {
    SideFile side = SideFile.create(folder.resolve("side"));
    side.close();
    Patience ofOtherThread =
        (attempt, _) ->
            assertThat(CompletableFuture.supplyAsync(attempt::getAsBoolean, OTHER_THREAD).join())
                .isTrue();
    assertThatThrownBy(() -> side.move(at -> at, ofOtherThread))
        .isInstanceOf(ClosedChannelException.class);
  }
}
