package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.RankEnvironment;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks start from an archive of classes, which the JVM makes of jars only. */
class ClassArchiveTest {

  private static final String[] LOGGING_RUN = {
    "-n",
    "1",
    "--verbose",
    "-cp",
    folderOf(TestProgram.class).toString(),
    "--jvm-arg",
    "-Xlog:class+load:stdout",
    TestProgram.class.getName(),
    "echo"
  };

  @TempDir private Path folder;

  private static Path folderOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** The class path of this test with Starling's own folders packed, and without its tests. */
  private String packedClassPath() throws IOException {
    List<String> jars = new ArrayList<>();
    jars.add(pack(folderOf(RankEnvironment.class), "runtime.jar"));
    jars.add(pack(folderOf(Main.class), "launcher.jar"));
    jars.add(folderOf(picocli.CommandLine.class).toString());
    return String.join(File.pathSeparator, jars);
  }

  private String pack(Path classes, String name) throws IOException {
    if (Files.isRegularFile(classes)) {
      return classes.toString();
    }
    Path jar = folder.resolve(name);
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar.toString();
  }

  @Test
  void twoJobsAtOnceMakeOneArchiveAndTheNextStartsFromIt() throws Exception {
    String classPath = packedClassPath();
    String cache = folder.toString();
    try (var one = LauncherProcess.start(classPath, cache, LOGGING_RUN);
        var two = LauncherProcess.start(classPath, cache, LOGGING_RUN)) {
      assertThat(one.remainingLines()).contains("0 [echo]");
      assertThat(two.remainingLines()).contains("0 [echo]");
      assertThat(one.awaitStatus() + two.awaitStatus()).isZero();
    }
    assertThat(folder.resolve("starling/archives"))
        .isDirectoryContaining("glob:**.jsa")
        .isDirectoryNotContaining("glob:**{.failed,new-*}");
    try (var launcher = LauncherProcess.start(classPath, cache, LOGGING_RUN)) {
      assertThat(launcher.remainingLines())
          .anyMatch(line -> line.matches(".* io.starling.*RankMain source: shared objects file.*"));
      assertThat(launcher.errors()).doesNotContain("class archive");
    }
  }

  @Test
  void aClassPathWithFoldersRunsWithoutAnArchive() throws Exception {
    String classPath = System.getProperty("java.class.path");
    try (var launcher = LauncherProcess.start(classPath, folder.toString(), LOGGING_RUN)) {
      assertThat(launcher.remainingLines()).contains("0 [echo]");
      assertThat(launcher.awaitStatus()).isZero();
      assertThat(launcher.errors()).contains("without a class archive");
    }
  }
}
