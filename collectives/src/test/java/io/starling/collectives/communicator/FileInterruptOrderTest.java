package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.StarlingException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that resembles one that an interrupt has ended is another one, and comes after it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileInterruptOrderTest {

  private static final int LATE = 1;
  private static final int FAR = 1 << 20;

  @TempDir Path folder;

  private static FileView bytesFrom(long displacement) {
    return FileView.of(displacement, Datatype.INT8, Datatype.INT8);
  }

  /** Every second pair of bytes. */
  private static FileView pairsFrom(long start) {
    Datatype pair = Datatype.contiguous(2, Datatype.INT8);
    Datatype shifted = Datatype.hindexed(new long[] {1}, new long[] {start}, pair);
    return FileView.of(0, Datatype.INT8, Datatype.resized(0, 4, shifted));
  }

  private static Hints hint(String key, String value) {
    return Hints.EMPTY.with(key, value);
  }

  /** On one rank the first call is interrupted before the others make it. */
  private void run(
      Consumer<ParallelFile> first, Consumer<ParallelFile> second, Consumer<ParallelFile> check) {
    CompletableFuture<Void> interrupted = new CompletableFuture<>();
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          ParallelFile file =
              world.openFile(
                  folder.resolve("file"),
                  EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE),
                  Hints.EMPTY);
          if (world.rank() == LATE) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> first.accept(file))
                .isInstanceOf(StarlingException.class)
                .hasMessageStartingWith("interrupted");
            assertThat(Thread.interrupted()).isTrue();
            interrupted.complete(null);
          } else {
            interrupted.join();
            FileInterruptTest.assertIsOver(catchThrowable(() -> first.accept(file)));
          }
          second.accept(file);
          check.accept(file);
          file.close();
        });
  }

  private void runViews(FileView first, FileView second, long begin) {
    run(
        file -> file.setView(first),
        file -> file.setView(second),
        file -> assertThat(file.byteOffset(0)).isEqualTo(begin));
  }

  @Test
  void an_access_with_the_same_memory_at_another_offset() {
    byte[] data = new byte[1 << 10];
    run(
        file -> file.writeAtAll(0, Buffer.of(data)),
        file -> file.writeAtAll(FAR, Buffer.of(data)),
        file -> assertThat(file.size()).isEqualTo(FAR + data.length));
  }

  @Test
  void a_view_with_another_displacement() {
    runViews(bytesFrom(0), bytesFrom(64), 64);
  }

  @Test
  void a_view_of_other_bytes_with_the_same_extent() {
    runViews(pairsFrom(0), pairsFrom(2), 2);
  }

  @Test
  void a_view_with_other_hints_keeps_those_of_the_first() {
    run(
        file -> file.setView(bytesFrom(0), hint("cb_buffer_size", "131072")),
        file -> file.setView(bytesFrom(0), hint("cb_nodes", "2")),
        file ->
            assertThat(file.hints().entries())
                .containsEntry("cb_buffer_size", "131072")
                .containsEntry("cb_nodes", "2"));
  }

  @Test
  void hints_that_are_added_to_those_of_the_first() {
    run(
        file -> file.setHints(hint("cb_nodes", "2")),
        file -> file.setHints(hint("cb_buffer_size", "131072")),
        file ->
            assertThat(file.hints().entries())
                .containsEntry("cb_buffer_size", "131072")
                .containsEntry("cb_nodes", "2"));
  }
}
