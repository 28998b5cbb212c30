package io.starling.launcher.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UserCacheTest {

  @Test
  void it_is_in_the_home_folder() {
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", ""), "/home/anna"))
        .contains(Path.of("/home/anna/.cache/starling"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "/", ""})
  void a_user_without_a_home_folder_has_none(String home) {
    assertThat(UserCache.folder(Map.of(), home)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "/", "/home/anna"})
  void a_variable_names_another(String home) {
    assertThat(UserCache.folder(Map.of("XDG_CACHE_HOME", "/var/cache"), home))
        .contains(Path.of("/var/cache/starling"));
  }
}
