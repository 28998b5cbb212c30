package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.soak.SoakFolder.Action;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SoakFolderTest {

  private static final int HOSTS = 4;
  private static final int ROUNDS = 20;
  private static final int FILES = 100;

  @TempDir private Path place;

  /** What hosts do that share the place. */
  private static void atOnce(Action action, Path path) throws Exception {
    Callable<Path> host =
        () -> {
          SoakFolder.here(action, path);
          return path;
        };
    try (ExecutorService hosts = Executors.newFixedThreadPool(HOSTS)) {
      List<Callable<Path>> all = new ArrayList<>();
      for (int i = 0; i < HOSTS; i++) {
        all.add(host);
      }
      for (Future<Path> done : hosts.invokeAll(all)) {
        done.get();
      }
    }
  }

  private static void fill(Path path) throws IOException {
    Path below = Files.createDirectory(path.resolve("below"));
    for (int i = 0; i < FILES; i++) {
      Files.createFile(below.resolve("file" + i));
    }
  }

  @Test
  void only_its_user_sees_into_it() throws IOException {
    Path path = place.resolve("soak");
    SoakFolder.here(Action.MAKE, path);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rwx------");
  }

  @Test
  void hosts_that_share_its_place_make_and_remove_it_together() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Path path = place.resolve("soak" + round);
      atOnce(Action.MAKE, path);
      fill(path);
      atOnce(Action.REMOVE, path);
      assertThat(path).doesNotExist();
    }
  }
}
