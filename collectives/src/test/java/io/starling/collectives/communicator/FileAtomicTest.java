package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In atomic mode a reader sees all of a write or nothing, also where its bytes have gaps. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileAtomicTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"blocking", "requests", "together"})
  void readers_see_whole_writes(String form) {
    Path path = folder.resolve("atomic");
    int length = 20_000;
    int rounds = 30;
    RankTeam.run(
        TestFabric.SHARED,
        4,
        world -> {
          try (ParallelFile file =
              world.openFile(path, EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE), Hints.EMPTY)) {
            Datatype gaps = Datatype.resized(0, 20, Datatype.contiguous(10, Datatype.INT8));
            file.setView(FileView.of(0, Datatype.INT8, gaps));
            file.writeAtAll(0, Buffer.of(new byte[length], 0, world.rank() == 0 ? length : 0));
            file.setAtomic(true);
            assertThat(file.isAtomic()).isTrue();
            for (int round = 0; round < rounds; round++) {
              byte[] data = new byte[length];
              Arrays.fill(data, (byte) (1 + 4 * round + world.rank()));
              boolean writes = (round + world.rank()) % 2 == 0;
              access(file, form, writes, Buffer.of(data));
              for (byte value : data) {
                assertThat(value).isEqualTo(data[0]);
              }
            }
          }
        });
    assertThat(folder.toFile().list()).containsExactly("atomic");
  }

  private static void access(ParallelFile file, String form, boolean writes, Buffer data) {
    switch (form) {
      case "blocking" -> {
        if (writes) {
          file.writeAt(0, data);
        } else {
          file.readAt(0, data);
        }
      }
      case "requests" -> (writes ? file.iWriteAt(0, data) : file.iReadAt(0, data)).await();
      default -> {
        // All ranks write, then all read.
        file.writeAtAll(0, data);
        file.readAtAll(0, data);
      }
    }
  }
}
