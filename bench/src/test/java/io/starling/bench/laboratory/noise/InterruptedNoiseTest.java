package io.starling.bench.laboratory.noise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of stopped ranks when {@code starling noise} ends early. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class InterruptedNoiseTest {

  @TempDir private Path folder;
  private Process noise;
  private List<Long> ranks = List.of();

  @AfterEach
  void end() {
    noise.destroyForcibly();
    ranks.forEach(rank -> ProcessHandle.of(rank).ifPresent(ProcessHandle::destroyForcibly));
  }

  @Test
  void a_user_who_ends_it_leaves_no_rank_behind() throws Exception {
    startAndAwaitStop();
    // Process.destroy() would close what it writes.
    noise.toHandle().destroy();
    assertThat(noise.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(noise.exitValue()).isEqualTo(128 + 15);
    assertThat(new String(noise.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("broadcast of 64 KiB on 2 ranks");
    assertThat(ranks).noneMatch(InterruptedNoiseTest::isStopped);
    for (long rank : ranks) {
      ExternalNoiseTest.await("rank " + rank + " is gone", () -> !isAlive(rank));
    }
  }

  @Test
  @Tag("slow")
  void ranks_go_on_even_if_it_is_killed() throws Exception {
    startAndAwaitStop();
    noise.destroyForcibly().waitFor();
    for (long rank : ranks) {
      assertThat(isAlive(rank)).isTrue();
      ExternalNoiseTest.await("rank " + rank + " goes on", () -> !isStopped(rank));
    }
  }

  /** An MPI library whose ranks sleep, with noise of up to 10 s every 10 s. */
  private void startAndAwaitStop() throws IOException {
    script("mpicc.mpich", "cp /bin/sleep \"$4\"");
    script(
        "mpirun.mpich",
        """
        [ "$1" = --version ] && { echo 'HYDRA build details: Version: 4.0.2'; exit; }
        for rank in 0 1; do
          "$3" 1000 &
          echo $! >> %1$s/new
        done
        mv %1$s/new %1$s/ranks
        wait\
        """
            .formatted(folder));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.starling.launcher.Main", "noise", "--library=mpich"));
    command.addAll(List.of("--percent=50", "--hertz=0.5", "--time=4000", "--bytes=64K"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge("PATH", folder.toString(), (old, first) -> first + ":" + old);
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    noise = builder.redirectErrorStream(true).start();
    ExternalNoiseTest.await("there are ranks", () -> Files.exists(folder.resolve("ranks")));
    ranks = Files.readAllLines(folder.resolve("ranks")).stream().map(Long::valueOf).toList();
    assertThat(ranks).hasSize(2);
    ExternalNoiseTest.await(
        "a rank is stopped", () -> ranks.stream().anyMatch(InterruptedNoiseTest::isStopped));
  }

  private void script(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static boolean isStopped(long process) {
    try {
      return ExternalNoiseTest.state(process) == ExternalNoiseTest.STOPPED;
    } catch (IOException e) {
      return false;
    }
  }

  /** One that has ended may still wait for someone to ask for its status. */
  private static boolean isAlive(long process) {
    try {
      return ExternalNoiseTest.state(process) != 'Z';
    } catch (IOException e) {
      return false;
    }
  }
}
