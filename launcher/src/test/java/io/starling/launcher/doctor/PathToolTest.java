package io.starling.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PathToolTest {

  @TempDir private Path folder;

  /** Returns the folder of its programs. */
  private Path jdk(String version) throws IOException {
    Path home = folder.resolve("jdk-" + version);
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (String name : List.of("java", "javac")) {
      assertThat(Files.createFile(bin.resolve(name)).toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    return bin;
  }

  @Test
  void an_older_compiler_in_the_PATH_is_named_with_what_to_use_instead() throws IOException {
    Path old = jdk("17.0.15");
    List<Finding> findings = LibraryChecks.pathTools("/no/such:" + old + ":" + jdk("25.0.1"));
    assertThat(findings).extracting(Finding::check).containsExactly("javac", "java");
    assertThat(findings.getFirst().level()).isEqualTo(Finding.Level.WARN);
    assertThat(findings.getFirst().text())
        .isEqualTo("the javac in PATH, " + old.toRealPath().resolve("javac") + ", is of JDK 17");
    assertThat(findings.getFirst().remedy()).contains("'starling javac'");
  }

  @Test
  void a_new_one_behind_a_link_is_fine_and_so_is_none() throws IOException {
    Path links = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(links.resolve("javac"), jdk("25.0.1").resolve("javac"));
    assertThat(LibraryChecks.pathTools(links.toString())).isEmpty();
    assertThat(LibraryChecks.pathTools("")).isEmpty();
  }

  @Test
  void one_that_does_not_tell_its_version_is_suspect() throws IOException {
    Path bin = jdk("8");
    Files.delete(bin.resolveSibling("release"));
    assertThat(PathTool.find("java", bin.toString()).orElseThrow().version())
        .isEqualTo("of an unknown version");
  }
}
