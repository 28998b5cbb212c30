package io.starling.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.job.LaunchedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JobTest {

  /** A process that has ended may still wait for whoever adopted it. */
  private static boolean isAlive(long pid) {
    try {
      return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void everyRankRunsTheProgramWithItsArguments() throws InterruptedException {
    Outcome outcome = Outcome.of(3, "echo", "--verify", "@file", "--", "-n");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.output().lines())
        .containsExactlyInAnyOrder(
            "0 [echo, --verify, @file, --, -n]",
            "1 [echo, --verify, @file, --, -n]",
            "2 [echo, --verify, @file, --, -n]");
    assertThat(outcome.errorsOfRanks())
        .containsExactlyInAnyOrder("error of 0", "error of 1", "error of 2");
  }

  @Test
  void variablesAndJvmArgumentsReachTheRanks() throws InterruptedException {
    assertThat(Outcome.of(1, job -> job.environment("COLOUR", "blue"), "variable", "COLOUR"))
        .extracting(Outcome::output)
        .isEqualTo("blue\n");
    assertThat(Outcome.of(1, job -> job.jvmArguments(List.of("-Dx=y")), "property", "x"))
        .extracting(Outcome::output)
        .isEqualTo("y\n");
  }

  /** Decision 72. */
  @Test
  void shortCopiesAreSafeUnlessTheUserDecides() throws InterruptedException {
    String property = "java.lang.foreign.native.threshold.power.";
    assertThat(Outcome.of(1, job -> {}, "property", property + "copy").output()).isEqualTo("0\n");
    assertThat(Outcome.of(1, job -> {}, "property", property + "fill").output()).isEqualTo("0\n");
    List<String> own = List.of("-D" + property + "copy=6");
    assertThat(Outcome.of(1, job -> job.jvmArguments(own), "property", property + "copy").output())
        .isEqualTo("6\n");
  }

  /** Decision 74. */
  @Test
  void aThreadInALongLoopStopsForTheOthers() throws InterruptedException {
    // The loop waits until C2 has compiled it.
    List<String> stops = List.of("-Xbatch");
    List<String> runsThrough = List.of("-Xbatch", "-XX:-UseCountedLoopSafepoints");
    assertThat(Outcome.of(1, job -> job.jvmArguments(stops), "stop-in-loop").output())
        .isEqualTo("true\n");
    assertThat(Outcome.of(1, job -> job.jvmArguments(runsThrough), "stop-in-loop").output())
        .isEqualTo("false\n");
  }

  @Test
  void aRankThatThrowsEndsTheJobWithItsStackOnce() throws InterruptedException {
    Outcome outcome = Outcome.of(3, "throw");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors())
        .containsOnlyOnce("rank 1 of 3: uncaught exception in io.starling.launcher.TestProgram")
        .containsOnlyOnce("java.lang.IllegalStateException: deliberate")
        .contains("at io.starling.launcher.TestProgram.fail")
        .doesNotContain("RankMain")
        .containsPattern(
            "rank 1 of 3 on \\S+ exited with status 1; Starling ends the other ranks\n");
  }

  @Test
  void aRankThatThrowsEndsAlthoughAShutdownHookHangs() throws InterruptedException {
    assertThat(Outcome.of(1, "hang-in-hook").status()).isEqualTo(1);
  }

  @Test
  void theStatusOfTheFailedRankIsTheLaunchers() throws InterruptedException {
    Outcome outcome = Outcome.of(2, "exit");
    assertThat(outcome.status()).isEqualTo(7);
    assertThat(outcome.errors()).contains("rank 1 of 2").contains("exited with status 7");
  }

  @Test
  void aSignalThatEndsARankIsNamed() throws InterruptedException {
    Outcome outcome = Outcome.of(2, "kill");
    assertThat(outcome.status()).isEqualTo(137);
    assertThat(outcome.errors()).contains("rank 1 of 2").contains("ended by signal KILL");
  }

  @Test
  void whatRanksHaveStartedEndsWithTheJob() throws InterruptedException {
    Outcome outcome = Outcome.of(2, "leave-child");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.pids()).isNotEmpty().noneMatch(JobTest::isAlive);
  }

  @Test
  void ranksThatIgnoreTheEndAreKilledWithinASecond() throws InterruptedException {
    long start = System.nanoTime();
    Outcome outcome = Outcome.of(2, "ignore-end");
    assertThat(outcome.status()).isEqualTo(4);
    assertThat(outcome.pids()).noneMatch(JobTest::isAlive);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void linesOfManyRanksNeverMix() throws InterruptedException {
    Outcome outcome = Outcome.of(3, "lines");
    assertThat(outcome.status()).isZero();
    var lengths =
        outcome
            .output()
            .lines()
            .peek(line -> assertThat(line.chars().distinct().count()).isEqualTo(1))
            .collect(Collectors.groupingBy(String::length, Collectors.counting()));
    assertThat(lengths)
        .containsOnlyKeys(TestProgram.LINE_LENGTH, TestProgram.LONG_LINE_LENGTH)
        .containsEntry(TestProgram.LINE_LENGTH, 3L * TestProgram.LINES)
        .containsEntry(TestProgram.LONG_LINE_LENGTH, 3L);
    assertThat(outcome.errorsOfRanks()).hasSize(3 * TestProgram.LINES);
  }

  @Test
  void outputIsBytesAndALastLineMayLackItsEnd() throws InterruptedException {
    assertThat(Outcome.of(1, "bytes").raw())
        .containsExactly((byte) 0xff, (byte) 0, (byte) 0x80, (byte) '\n', (byte) 'x');
  }

  @Test
  void taggedLinesBeginWithTheirRank() throws InterruptedException {
    Outcome outcome = Outcome.of(2, job -> job.tagOutput(true), "echo");
    assertThat(outcome.output().lines()).containsExactlyInAnyOrder("[0] 0 [echo]", "[1] 1 [echo]");
    assertThat(outcome.errorsOfRanks())
        .containsExactlyInAnyOrder("[0] error of 0", "[1] error of 1");
  }

  @Test
  void aTimeoutReportsWhatRanksWereDoing() throws InterruptedException {
    Outcome outcome = Outcome.of(2, job -> job.timeout(Duration.ofSeconds(2)), "wait");
    assertThat(outcome.status()).isEqualTo(124);
    assertThat(outcome.errors())
        .contains("starling: rank 0 of 2\n  thread \"main\" WAITING")
        .contains("starling: rank 1 of 2\n  thread \"main\" WAITING")
        .contains("TestProgram.waitForever")
        .contains("not ended within 2 s");
    assertThat(outcome.pids()).hasSize(2).noneMatch(JobTest::isAlive);
  }

  @Test
  void threadsThatAreNoDaemonsKeepARankAlive() throws InterruptedException {
    assertThat(Outcome.of(1, "thread").output()).isEqualTo("thread of 0 has ended\n");
  }

  @Test
  void ranksWithoutInputReadNothing() throws InterruptedException {
    assertThat(Outcome.of(2, "read").output().lines()).containsExactlyInAnyOrder("0:0", "1:0");
  }

  @Test
  void mainMayBeAnInstanceMethod() throws InterruptedException {
    LaunchedProgram program = LaunchedProgram.ofClass(TestProgram.Instance.class, List.of());
    assertThat(Outcome.of(1, program, job -> {}).output()).isEqualTo("instance 0\n");
  }

  @Test
  void aClassWithoutMainIsExplained() throws InterruptedException {
    LaunchedProgram program = LaunchedProgram.ofClass(TestProgram.NoMain.class, List.of());
    Outcome outcome = Outcome.of(1, program, job -> {});
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).contains("TestProgram$NoMain has no method 'static void main");
  }

  @Test
  void aMissingClassIsFoundOutBeforeAnythingIsStarted() {
    LaunchedProgram program = new LaunchedProgram("no.such.Main", List.of(), "no/such/folder");
    assertThatThrownBy(() -> Outcome.of(2, program, job -> {}))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("there is no main class 'no.such.Main' in no/such/folder")
        .hasMessageContaining("no/such/folder does not exist");
  }

  @Test
  void flagsThatTheJvmRefusesEndTheJob() throws InterruptedException {
    Outcome outcome = Outcome.of(2, job -> job.jvmArguments(List.of("-XX:+NoSuchFlag")), "echo");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output() + outcome.errors()).contains("NoSuchFlag");
  }
}
