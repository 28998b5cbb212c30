package io.starling.runtime.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RandomBytesTest {

  private static final int COUNT = 32;

  @TempDir private Path folder;

  @Test
  void two_answers_differ() {
    assertThat(RandomBytes.next(COUNT)).hasSize(COUNT).isNotEqualTo(RandomBytes.next(COUNT));
  }

  @Test
  void without_the_file_of_the_system_the_JDK_gives_them() {
    String missing = folder.resolve("missing").toString();
    assertThat(RandomBytes.next(COUNT, missing))
        .hasSize(COUNT)
        .isNotEqualTo(RandomBytes.next(COUNT, missing));
  }

  @Test
  void a_file_that_gives_too_few_is_not_padded_with_zeros() throws IOException {
    Path few = Files.write(folder.resolve("few"), new byte[COUNT - 1]);
    assertThat(RandomBytes.next(COUNT, few.toString()))
        .hasSize(COUNT)
        .isNotEqualTo(new byte[COUNT]);
  }
}
