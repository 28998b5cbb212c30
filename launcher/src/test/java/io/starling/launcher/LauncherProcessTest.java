package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherProcessTest {

  private static final String PROGRAM = TestProgram.class.getName();

  private static void awaitEnd(List<ProcessHandle> ranks) throws Exception {
    for (ProcessHandle rank : ranks) {
      rank.onExit().get(30, TimeUnit.SECONDS);
    }
  }

  /** A process started in the background may have to ignore signals, and so do its children. */
  private static boolean isIgnored(int signal) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
      long bits = Long.parseUnsignedLong(mask.substring(mask.indexOf('\t') + 1), 16);
      return (bits >>> (signal - 1) & 1) != 0;
    }
  }

  @Test
  void inputGoesToRankZero() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "3", PROGRAM, "read")) {
      try (OutputStream input = launcher.process().getOutputStream()) {
        input.write(new byte[100_000]);
      }
      assertThat(launcher.remainingLines()).containsExactlyInAnyOrder("0:100000", "1:0", "2:0");
      assertThat(launcher.awaitStatus()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT,130", "TERM,143", "HUP,129"})
  void aSignalEndsTheJob(String signal, int status) throws Exception {
    assumeFalse(isIgnored(status - 128), "whoever runs this test ignores " + signal);
    try (var launcher = LauncherProcess.run("-n", "2", PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(2);
      launcher.signal(signal);
      assertThat(launcher.awaitStatus()).isEqualTo(status);
      assertThat(ranks).noneMatch(ProcessHandle::isAlive);
      assertThat(launcher.errors()).contains("signal " + signal);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"wait", "spin"})
  void noRankOutlivesALauncherThatIsKilled(String activity) throws Exception {
    try (var launcher = LauncherProcess.run("-n", "2", PROGRAM, activity)) {
      List<ProcessHandle> ranks = launcher.readRanks(2);
      launcher.process().destroyForcibly();
      awaitEnd(ranks);
    }
  }

  private static Path jobFile(ProcessHandle rank) throws IOException {
    String all = Files.readString(Path.of("/proc/" + rank.pid() + "/environ"));
    return Stream.of(all.split("\0"))
        .filter(it -> it.startsWith("STARLING_JOB_FILE="))
        .map(it -> Path.of(it.substring(it.indexOf('=') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static void runAJob() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "1", PROGRAM, "echo")) {
      assertThat(launcher.awaitStatus()).isZero();
    }
  }

  @Test
  void whatAKilledLauncherHasLeftTheNextOneRemoves() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "1", PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(1);
      Path file = jobFile(ranks.getFirst());
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
      runAJob();
      assertThat(file).as("of a launcher that lives").exists();
      // A rank that saw its launcher end would remove the file itself.
      new ProcessBuilder("sh", "-c", "kill -STOP " + ranks.getFirst().pid()).start().waitFor();
      launcher.process().destroyForcibly().waitFor();
      ranks.getFirst().destroyForcibly();
      awaitEnd(ranks);
      assertThat(file).as("of one that was killed").exists();
      runAJob();
      assertThat(file.getParent()).doesNotExist();
    }
  }

  @Test
  void theUserSignalAsksForReportsAndTheJobGoesOn() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "2", PROGRAM, "wait")) {
      List<ProcessHandle> ranks = launcher.readRanks(2);
      launcher.signal("USR1");
      launcher.awaitError("starling: rank 0 of 2\n  thread \"main\"");
      launcher.awaitError("starling: rank 1 of 2\n  thread \"main\"");
      assertThat(ranks).allMatch(ProcessHandle::isAlive);
      launcher.signal("TERM");
      assertThat(launcher.awaitStatus()).isEqualTo(143);
    }
  }

  @Test
  void tooFewOpenFilesAreToldBeforeTheJobStarts() throws Exception {
    try (var launcher = LauncherProcess.runLimited("-n 40", "-n", "8", PROGRAM, "wait")) {
      assertThat(launcher.awaitStatus()).isEqualTo(2);
      assertThat(launcher.errors())
          .contains("the limit on open files is 40, and 8 ranks on this host need at least ")
          .contains("ulimit -n")
          .doesNotContain("Spawn helper");
    }
  }

  @Test
  void aReaderThatLeavesEndsTheJob() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "2", PROGRAM, "lines")) {
      launcher.process().getInputStream().close();
      assertThat(launcher.awaitStatus()).isEqualTo(141);
    }
  }
}
