package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class JcudaNativesTest {

  @TempDir private Path folder;

  @BeforeAll
  static void jcuda_knows_the_platform() {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "JCuda's libraries are for amd64");
  }

  @Test
  void the_library_stands_where_jcuda_looks_for_it() throws IOException {
    Path library = JcudaNatives.placeIn(folder, JcudaNatives.DRIVER);

    assertThat(library).hasFileName("libJCudaDriver-12.6.0-linux-x86_64.so").isExecutable();
  }

  @Test
  void half_a_library_that_a_killed_rank_left_is_replaced() throws IOException {
    Path library = JcudaNatives.placeIn(folder, JcudaNatives.DRIVER);
    byte[] whole = Files.readAllBytes(library);
    Files.write(library, new byte[] {0x7f, 'E', 'L', 'F'});

    JcudaNatives.placeIn(folder, JcudaNatives.DRIVER);

    assertThat(library).hasBinaryContent(whole);
  }

  @Test
  void a_library_that_is_whole_is_left_alone() throws IOException {
    Path library = JcudaNatives.placeIn(folder, JcudaNatives.DRIVER);
    Object identity = Files.getAttribute(library, "unix:ino");

    JcudaNatives.placeIn(folder, JcudaNatives.DRIVER);

    assertThat(Files.getAttribute(library, "unix:ino")).isEqualTo(identity);
  }

  @Test
  void many_at_once_all_find_a_whole_library() throws Exception {
    int size =
        Files.readAllBytes(JcudaNatives.placeIn(folder.resolve("reference"), JcudaNatives.DRIVER))
            .length;
    Path shared = folder.resolve("shared");
    try (ExecutorService ranks = Executors.newFixedThreadPool(8)) {
      List<Future<Integer>> sizes = new ArrayList<>();
      for (int rank = 0; rank < 32; rank++) {
        sizes.add(
            ranks.submit(
                () ->
                    Files.readAllBytes(JcudaNatives.placeIn(shared, JcudaNatives.DRIVER)).length));
      }
      for (Future<Integer> seen : sizes) {
        assertThat(seen.get()).isEqualTo(size);
      }
    }
    try (var files = Files.list(shared)) {
      assertThat(files).hasSize(1);
    }
  }
}
