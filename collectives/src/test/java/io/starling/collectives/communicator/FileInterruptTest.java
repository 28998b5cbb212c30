package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A call of all ranks that an interrupt has ended on one of them goes on, whatever it calls next.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileInterruptTest {

  private static final int SIZE = 3;
  private static final int LATE = 1;

  @TempDir Path folder;

  private static FileView pairs() {
    Datatype turn = Datatype.resized(0, 8, Datatype.contiguous(2, Datatype.INT16));
    return FileView.of(2, Datatype.INT16, turn);
  }

  private static Arguments call(String name, Consumer<ParallelFile> call) {
    return Arguments.of(name, call);
  }

  static Stream<Arguments> calls() {
    short[] data = new short[4];
    return Stream.of(
        call("close", ParallelFile::close),
        call("setView", file -> file.setView(pairs())),
        call("setSize", file -> file.setSize(100)),
        call("preallocate", file -> file.preallocate(100)),
        call("setHints", file -> file.setHints(Hints.EMPTY.with("cb_nodes", "2"))),
        call("setAtomic", file -> file.setAtomic(true)),
        call("sync", ParallelFile::sync),
        call("seekShared", file -> file.seekShared(3, SeekOrigin.CURRENT)),
        call("writeAll", file -> file.writeAll(Buffer.of(data))),
        call("writeOrdered", file -> file.writeOrdered(Buffer.of(data))),
        call("readOrdered", file -> file.readOrdered(Buffer.of(data))),
        call("iWriteOrdered", file -> awaitCalmly(file.iWriteOrdered(Buffer.of(data)))));
  }

  private static void awaitCalmly(Request request) {
    boolean isInterrupted = Thread.interrupted();
    try {
      request.await();
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run(Consumer<ParallelFile> call, boolean again) {
    CompletableFuture<Void> interrupted = new CompletableFuture<>();
    RankTeam.run(
        TestFabric.ADVERSARIAL,
        SIZE,
        world -> {
          ParallelFile file =
              world.openFile(
                  folder.resolve("file"),
                  EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE),
                  Hints.EMPTY);
          if (world.rank() == LATE) {
            boolean isLeft = isLeftByInterrupt(call, file);
            interrupted.complete(null);
            assertThat(isLeft).isTrue();
            while (again && isLeft) {
              isLeft = isLeftByInterrupt(call, file);
            }
          } else {
            interrupted.join();
            assertIsOver(catchThrowable(() -> call.accept(file)));
          }
          file.close();
          assertThat(catchThrowable(file::size)).hasMessageContaining("closed");
        });
  }

  /** Whether the call of an interrupted thread ends early. */
  private static boolean isLeftByInterrupt(Consumer<ParallelFile> call, ParallelFile file) {
    Thread.currentThread().interrupt();
    Throwable thrown = catchThrowable(() -> call.accept(file));
    assertThat(Thread.interrupted()).isTrue();
    if (thrown != null && thrown.getMessage().startsWith("interrupted: rank 1 waits for")) {
      return true;
    }
    assertIsOver(thrown);
    return false;
  }

  /** A thread that is interrupted can't use a file: then all ranks hear of it. */
  static void assertIsOver(Throwable thrown) {
    if (thrown != null) {
      assertThat(thrown)
          .isInstanceOf(StarlingException.class)
          .hasMessageContaining("the thread was interrupted");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void it_goes_on_when_it_is_made_again(String name, Consumer<ParallelFile> call) {
    run(call, true);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void it_comes_to_its_end_before_the_next_one(String name, Consumer<ParallelFile> call) {
    run(call, false);
  }

  @Test
  void an_interrupted_thread_gets_an_error_and_the_file_goes_on() {
    Path path = folder.resolve("interrupted");
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          try (ParallelFile file = world.openFile(path, FileErrorsTest.NEW, Hints.EMPTY)) {
            byte[] data = new byte[8 << 20];
            Thread self = Thread.currentThread();
            for (int i = 0; i < 20; i++) {
              int delay = 200_000 * i;
              Thread other =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            LockSupport.parkNanos(delay);
                            self.interrupt();
                          });
              try {
                file.writeAt(0, Buffer.of(data));
              } catch (StarlingException e) {
                assertThat(e).hasMessageContaining("interrupted");
              }
              while (other.isAlive()) {
                Thread.onSpinWait();
              }
              boolean _ = Thread.interrupted();
            }
            assertThat(file.writeAt(0, Buffer.of(data)).bytes()).isEqualTo(data.length);
          }
        });
  }
}
