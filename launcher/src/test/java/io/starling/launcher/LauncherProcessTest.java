package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void aReaderThatLeavesEndsTheJob() throws Exception {
    try (var launcher = LauncherProcess.run("-n", "2", PROGRAM, "lines")) {
      launcher.process().getInputStream().close();
      assertThat(launcher.awaitStatus()).isEqualTo(141);
    }
  }
}
