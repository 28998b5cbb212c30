package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.topology.machine.Machine;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks start from an archive of classes, which the JVM makes of jars only. */
class ClassArchiveTest {

  @TempDir private Path folder;

  private LauncherProcess run(String classPath, String log, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("-n", "1", "--verbose"));
    words.addAll(List.of("-cp", PackedClasses.placeOf(TestProgram.class).toString()));
    words.addAll(List.of("--jvm-arg", "-Xlog:class+load:file=" + folder.resolve(log)));
    words.addAll(List.of(options));
    words.addAll(List.of(TestProgram.class.getName(), "echo"));
    return LauncherProcess.start(classPath, folder.toString(), words.toArray(String[]::new));
  }

  private static void assertThatItWorked(LauncherProcess launcher) throws InterruptedException {
    List<String> output = launcher.remainingLines();
    int status = launcher.awaitStatus();
    assertThat(output).as(launcher.errors()).containsExactly("0 [echo]");
    assertThat(status).isZero();
  }

  /** The class path of this test with Starling's own folders packed, and without its tests. */
  private String packedClassPath() throws IOException, ClassNotFoundException {
    List<String> jars = new ArrayList<>();
    jars.add(pack(RankEnvironment.class, "runtime.jar"));
    jars.add(pack(Machine.class, "topology.jar"));
    jars.add(pack(Main.class, "launcher.jar"));
    jars.add(
        PackedClasses.placeOf(
                Class.forName("com.sun.jna.Native", false, Main.class.getClassLoader()))
            .toString());
    jars.add(PackedClasses.placeOf(picocli.CommandLine.class).toString());
    return String.join(File.pathSeparator, jars);
  }

  private String pack(Class<?> type, String name) throws IOException {
    return PackedClasses.pack(PackedClasses.placeOf(type), folder.resolve(name)).toString();
  }

  @Test
  void twoJobsAtOnceMakeOneArchiveAndTheNextStartsFromIt() throws Exception {
    String classPath = packedClassPath();
    try (var one = run(classPath, "one.log");
        var two = run(classPath, "two.log")) {
      assertThatItWorked(one);
      assertThatItWorked(two);
    }
    assertThat(folder.resolve("starling/archives"))
        .isDirectoryContaining("glob:**.jsa")
        .isDirectoryNotContaining("glob:**{.failed,new-*}");
    try (var three = run(classPath, "three.log")) {
      assertThatItWorked(three);
      assertThat(three.errors()).doesNotContain("class archive");
    }
    assertThat(Files.readString(folder.resolve("three.log")))
        .containsPattern("io.starling.launcher.rank.RankMain source: shared objects file");
  }

  @Test
  void aVariableOfTheRanksThatIsFlagsHasAnArchiveOfItsOwn() throws Exception {
    String variable = "_JAVA_OPTIONS=-XX:-UseCompressedClassPointers";
    String classPath = packedClassPath();
    try (var without = run(classPath, "without.log");
        var with = run(classPath, "with.log", "-x", variable)) {
      assertThatItWorked(without);
      assertThatItWorked(with);
    }
    try (var again = run(classPath, "again.log", "-x", variable)) {
      assertThatItWorked(again);
    }
    assertThat(Files.readString(folder.resolve("again.log")))
        .containsPattern("io.starling.launcher.rank.RankMain source: shared objects file");
  }

  @Test
  void aClassPathWithFoldersRunsWithoutAnArchive() throws Exception {
    try (var launcher = run(System.getProperty("java.class.path"), "plain.log")) {
      assertThatItWorked(launcher);
      assertThat(launcher.errors()).contains("without a class archive");
    }
  }
}
