package io.starling.bench.laboratory.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.transport.noise.NoiseSettings;
import io.starling.runtime.transport.noise.StolenTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExternalNoiseTest {

  static final char STOPPED = 'T';

  private static final long SECOND = 1_000_000_000;
  private static final long PATIENCE = 60 * SECOND;

  private Process counting;

  /** A deadline is far away: it is met only where something is broken. */
  static void await(String what, Condition condition) throws IOException {
    long deadline = System.nanoTime() + PATIENCE;
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("no end of waiting until " + what).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  @BeforeEach
  void count() throws IOException {
    counting = new ProcessBuilder("sh", "-c", "i=0; while :; do i=$((i + 1)); done").start();
  }

  @AfterEach
  void end() throws InterruptedException {
    counting.destroyForcibly();
    counting.waitFor();
  }

  @Test
  void a_process_is_stopped_for_the_share_that_was_asked_for_and_goes_on_at_the_end()
      throws IOException {
    int hertz = 20;
    long begin = System.nanoTime();
    ExternalNoise noise = ExternalNoise.start(settings(50, hertz, SECOND), () -> handles(counting));
    for (int stops = 0; stops < 2 * hertz; stops++) {
      await("it is stopped", () -> state(counting.pid()) == STOPPED);
      await("it goes on", () -> state(counting.pid()) != STOPPED);
    }
    List<StolenTime> stolen = noise.end();
    double elapsed = System.nanoTime() - begin;
    assertThat(stolen).hasSize(1);
    // A busy machine lets it go on late; never is a noise shorter than drawn.
    assertThat(total(stolen.getFirst()) / elapsed).isBetween(0.35, 1.0);
    await("it goes on", () -> state(counting.pid()) != STOPPED);
    long before = ticks(counting.pid());
    await("it counts", () -> ticks(counting.pid()) > before);
  }

  @Test
  void a_close_amid_a_noise_lets_it_go_on() throws IOException {
    // Noise of up to 4 s, every 4 s.
    NoiseSettings slow = settings(50, 0.25, 1000 * SECOND);
    try (ExternalNoise _ = ExternalNoise.start(slow, () -> handles(counting))) {
      await("it is stopped", () -> state(counting.pid()) == STOPPED);
    }
    await("it goes on", () -> state(counting.pid()) != STOPPED);
  }

  @Test
  void no_noise_stops_nothing() throws IOException {
    long begin = ticks(counting.pid());
    ExternalNoise noise = ExternalNoise.start(settings(0, 1000, SECOND), () -> handles(counting));
    await("it counts", () -> ticks(counting.pid()) > begin + 10);
    assertThat(total(noise.end().getFirst())).isZero();
  }

  @Test
  void processes_that_are_gone_or_never_come_do_no_harm() throws Exception {
    counting.destroyForcibly().waitFor();
    ExternalNoise gone = ExternalNoise.start(settings(50, 100, SECOND), () -> handles(counting));
    assertThat(gone.end()).hasSizeLessThanOrEqualTo(1);
    ExternalNoise never = ExternalNoise.start(settings(50, 100, SECOND), List::of);
    assertThat(never.end()).isEmpty();
  }

  private static List<ProcessHandle> handles(Process process) {
    return List.of(process.toHandle());
  }

  private static long total(StolenTime stolen) {
    long total = 0;
    for (long turn = 0; turn < 1000; turn++) {
      total += stolen.in(turn);
    }
    return total;
  }

  private static NoiseSettings settings(double percent, double hertz, long turn) {
    return new NoiseSettings(
        List.of(percent), hertz, 5, turn, OptionalLong.of(System.nanoTime()), Optional.empty());
  }

  /** The letter by which the kernel tells a process's state. */
  static char state(long process) throws IOException {
    return fields(process)[0].charAt(0);
  }

  /** The processor time that it had. */
  private static long ticks(long process) throws IOException {
    return Long.parseLong(fields(process)[11]);
  }

  private static String[] fields(long process) throws IOException {
    String status = Files.readString(Path.of("/proc/" + process + "/stat"));
    return status.substring(status.lastIndexOf(')') + 2).split(" ");
  }
}
