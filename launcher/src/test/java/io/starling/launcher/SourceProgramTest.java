package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code starling run Sum.java}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SourceProgramTest {

  @TempDir private Path folder;

  @Test
  void ranks_run_a_source_file_that_is_compiled_once() throws Exception {
    Path file = folder.resolve("Sum.java");
    Files.writeString(
        file,
        """
        import io.starling.runtime.bootstrap.api.RankEnvironment;

        void main(String[] arguments) {
          int rank = RankEnvironment.from(System.getenv()).orElseThrow().rank();
          var place = getClass().getProtectionDomain().getCodeSource().getLocation();
          IO.println(rank + " " + List.of(arguments) + " " + place);
        }
        """);
    try (LauncherProcess launcher =
        LauncherProcess.run("-n", "2", file.toString(), "-n", "words")) {
      List<String> lines = launcher.remainingLines().stream().sorted().toList();
      assertThat(launcher.awaitStatus()).as(launcher.errors()).isZero();
      assertThat(lines).hasSize(2);
      assertThat(lines.getFirst()).startsWith("0 [-n, words] file:");
      assertThat(lines.getLast()).isEqualTo("1" + lines.getFirst().substring(1));
      assertThat(Path.of(lines.getFirst().replaceFirst(".* file:", ""))).doesNotExist();
    }
  }

  @Test
  void a_mistake_in_it_ends_with_status_1_before_any_rank() throws Exception {
    Path file = Files.writeString(folder.resolve("Bad.java"), "void main() { nothing(); }");
    try (LauncherProcess launcher = LauncherProcess.run("-n", "2", file.toString())) {
      assertThat(launcher.awaitStatus()).isEqualTo(1);
      assertThat(launcher.errors())
          .contains("Bad.java:1: error: cannot find symbol", "nothing()")
          .endsWith("starling: cannot compile " + file + "\n")
          .doesNotContain("rank");
    }
  }

  @Test
  void a_mistake_outside_of_any_class_does_so_too() throws Exception {
    Path file = Files.writeString(folder.resolve("Sum.java"), "classs Sum {}");
    try (LauncherProcess launcher = LauncherProcess.run("-n", "2", file.toString())) {
      assertThat(launcher.awaitStatus()).isEqualTo(1);
      assertThat(launcher.errors())
          .contains("Sum.java:1: error: ", "classs Sum {}")
          .endsWith("starling: cannot compile " + file + "\n");
    }
  }

  @Test
  void a_class_that_is_not_compiled_is_found_as_a_source_file() throws Exception {
    Path own = Path.of("Uncompiled.java");
    Files.writeString(own, "void main() {}");
    try (LauncherProcess launcher = LauncherProcess.run("-n", "1", "Uncompiled")) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.errors())
          .isEqualTo(
              "starling: there is no main class 'Uncompiled'; there is a source file: starling run"
                  + " Uncompiled.java\n");
    } finally {
      Files.delete(own);
    }
  }

  @Test
  void a_source_file_that_is_not_there_is_wrong_usage() throws Exception {
    try (LauncherProcess launcher = LauncherProcess.run("-n", "1", "None.java")) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.errors()).startsWith("starling: there is no source file None.java\n");
    }
  }
}
