package io.starling.launcher.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveKeyTest {

  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void makeJar() throws IOException {
    jar = Files.writeString(folder.resolve("a.jar"), "content");
  }

  private Optional<ArchiveKey> key(String... flags) {
    return ArchiveKey.of(List.of(flags), jar.toString(), Map.of());
  }

  @Test
  void flagsThatTheJvmDoesNotCompareShareAnArchive() {
    assertThat(key("-XX:+UseSerialGC", "-Dx=y", "-ea", "-Xmx2g", "-Xss4m"))
        .isEqualTo(key("-XX:+UseSerialGC"))
        .isPresent();
  }

  @Test
  void otherFlagsAndWideHeapsHaveTheirOwn() {
    assertThat(key("-XX:+UseParallelGC")).isNotEqualTo(key("-XX:+UseSerialGC"));
    assertThat(key("-Xmx40g")).isNotEqualTo(key("-Xmx2g"));
  }

  @Test
  void aChangedJarHasItsOwn() throws IOException {
    Optional<ArchiveKey> before = key();
    Files.writeString(jar, "new content");
    assertThat(key()).isPresent().isNotEqualTo(before);
  }

  @Test
  void variablesThatAreFlagsHaveTheirOwn() {
    Map<String, String> other = Map.of("COLOUR", "blue");
    assertThat(ArchiveKey.of(List.of(), jar.toString(), other)).isEqualTo(key());
    for (String name : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      Map<String, String> variables = Map.of(name, "-XX:+UseParallelGC");
      Optional<ArchiveKey> key = ArchiveKey.of(List.of(), jar.toString(), variables);
      assertThat(key).get().returns(variables, ArchiveKey::variables);
      assertThat(key.get().digest()).isNotEqualTo(key().orElseThrow().digest());
    }
  }

  @Test
  void foldersMissingFilesAndFlagsThatChooseAnArchiveHaveNone() {
    assertThat(ArchiveKey.of(List.of(), folder.toString(), Map.of())).isEmpty();
    assertThat(ArchiveKey.of(List.of(), folder.resolve("no.jar").toString(), Map.of())).isEmpty();
    assertThat(key("-XX:SharedArchiveFile=mine.jsa")).isEmpty();
    Map<String, String> variables = Map.of("_JAVA_OPTIONS", "-Dx=y -XX:SharedArchiveFile=mine.jsa");
    assertThat(ArchiveKey.of(List.of(), jar.toString(), variables)).isEmpty();
  }
}
