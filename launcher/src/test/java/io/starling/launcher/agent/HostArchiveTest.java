package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.archive.ArchiveFolder;
import io.starling.launcher.archive.ArchiveKey;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HostArchiveTest {

  private static final List<String> FLAGS = List.of("-XX:+UseSerialGC");

  @TempDir private Path folder;
  private Path jar;
  private Map<String, String> here;

  @BeforeEach
  void makeJar() throws IOException {
    jar = Files.writeString(folder.resolve("starling.jar"), "content");
    here = Map.of("XDG_CACHE_HOME", folder.resolve("here").toString());
  }

  private ArchiveKey key() {
    return ArchiveKey.of(FLAGS, jar.toString(), Map.of()).orElseThrow();
  }

  /** Where an archive is in the cache of a user, with it. */
  private Path archive(String home, ArchiveKey key) throws IOException {
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.resolve(home).toString());
    Path file = ArchiveFolder.of(environment).orElseThrow().file(key);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "archive");
  }

  private String chosen(String launchers, Map<String, String> variables) {
    List<String> command =
        List.of("java", FLAGS.getFirst(), "-cp", jar + ":program", "Main", "-cp", "x");
    HeapShare heap = new HeapShare(1.5);
    HostPlan plan = new HostPlan(1, false, "", command, heap, launchers, variables, List.of());
    return HostArchive.choose(plan, jar.toString(), here).archive();
  }

  @Test
  void the_archive_of_the_launcher_serves_where_nothing_differs() throws IOException {
    String launchers = archive("launcher", key()).toString();
    assertThat(chosen(launchers, Map.of())).isEqualTo(launchers);
  }

  @Test
  void a_host_with_a_home_of_its_own_has_its_own_archive() throws IOException {
    String launchers = archive("launcher", key()).toString();
    Path own = archive("here", key());
    assertThat(chosen(launchers, Map.of())).isEqualTo(own.toString());
  }

  @Test
  void where_the_jars_differ_the_archive_of_the_launcher_does_not_serve() throws IOException {
    String launchers = archive("launcher", key()).toString();
    Files.writeString(jar, "other content");
    assertThat(chosen(launchers, Map.of())).isEmpty();
    Path own = archive("here", key());
    assertThat(chosen(launchers, Map.of())).isEqualTo(own.toString());
  }

  @Test
  void variables_that_are_flags_count() throws IOException {
    String launchers = archive("launcher", key()).toString();
    assertThat(chosen(launchers, Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseParallelGC"))).isEmpty();
    assertThat(chosen(launchers, Map.of("COLOUR", "blue"))).isEqualTo(launchers);
  }

  @Test
  void a_job_without_an_archive_has_none_on_any_host() throws IOException {
    archive("here", key());
    assertThat(chosen("", Map.of())).isEmpty();
  }
}
