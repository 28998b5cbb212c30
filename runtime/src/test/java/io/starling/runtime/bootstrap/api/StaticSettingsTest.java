package io.starling.runtime.bootstrap.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StaticSettingsTest {

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Path secret;

  @BeforeEach
  void tell() throws IOException {
    secret = folder.resolve("secret");
    Files.write(secret, new byte[32]);
    permit("rw-------");
    environment.putAll(
        Map.of(
            RankEnvironment.RANK,
            "3",
            RankEnvironment.SIZE,
            "4",
            StaticSettings.STORE,
            "job-0.job:7077",
            StaticSettings.SECRET_FILE,
            secret.toString()));
  }

  private void permit(String mode) throws IOException {
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString(mode));
  }

  @Test
  void the_variables_say_who_meets_where() {
    StaticSettings settings = StaticSettings.from(environment);
    assertThat(settings.rank()).isEqualTo(3);
    assertThat(settings.size()).isEqualTo(4);
    assertThat(settings.store().host()).isEqualTo("job-0.job");
    assertThat(settings.store().port()).isEqualTo(7077);
    assertThat(settings.toString()).doesNotContain(settings.store().secret());
  }

  @Test
  void the_index_of_a_pod_is_its_rank() {
    environment.remove(RankEnvironment.RANK);
    environment.put(StaticSettings.COMPLETION_INDEX, "2");
    assertThat(StaticSettings.from(environment).rank()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {RankEnvironment.RANK, RankEnvironment.SIZE, StaticSettings.SECRET_FILE})
  void what_is_missing_is_named(String name) {
    environment.remove(name);
    refuses(name);
  }

  @ParameterizedTest
  @CsvSource({
    "STARLING_RANK, 4",
    "STARLING_RANK, -1",
    "STARLING_RANK, 4294967295",
    "STARLING_SIZE, four",
    "STARLING_SIZE, 0",
    "STARLING_STORE, host",
    "STARLING_STORE, :7077",
    "STARLING_STORE, host:",
    "STARLING_STORE, host:70000",
    "STARLING_STORE, host:0",
    "STARLING_SECRET_FILE, /no/such/file"
  })
  void what_is_wrong_is_named(String name, String value) {
    environment.put(name, value);
    refuses(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void a_secret_that_others_can_read_or_change_is_refused(String mode) throws IOException {
    permit(mode);
    refuses("chmod 600");
  }

  @Test
  void in_a_pod_the_mode_does_not_matter_as_the_secret_is_mounted_for_it_alone()
      throws IOException {
    permit("r--r--r--");
    environment.put(SecretFile.IN_A_POD, "10.0.0.1");
    assertThat(StaticSettings.from(environment).rank()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 15, (1 << 16) + 1})
  void a_secret_that_is_none_is_refused(int bytes) throws IOException {
    Files.write(secret, new byte[bytes]);
    refuses("16 to 65536");
  }

  private void refuses(String reason) {
    assertThatThrownBy(() -> StaticSettings.from(environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
