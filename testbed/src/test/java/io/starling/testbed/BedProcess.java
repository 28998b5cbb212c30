package io.starling.testbed;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A command that runs on a host of the bed. */
final class BedProcess implements AutoCloseable {

  /** How a command ended; shows all that it said. */
  record Outcome(int status, String output, String errors, Duration elapsed) {

    /**
     * Stdout without what UCX warns of when a rank gives up a flush at its end, which happens where
     * many ranks share few processors.
     */
    List<String> lines() {
      return output.lines().filter(line -> !line.contains("UCX  WARN")).toList();
    }

    @Override
    public String toString() {
      return "status %d after %d ms%n--- stdout%n%s%n--- stderr%n%s"
          .formatted(status, elapsed.toMillis(), output, errors);
    }
  }

  /** Beyond what a busy machine makes of a wait. */
  private static final Duration LATE = Duration.ofSeconds(5);

  private final Process process;
  private final Supplier<String> threads;
  private final long start = System.nanoTime();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final Thread outputReader;
  private final Thread errorReader;

  private BedProcess(Process process, Supplier<String> threads) {
    this.process = process;
    this.threads = threads;
    outputReader = read(process.getInputStream(), output);
    errorReader = read(process.getErrorStream(), errors);
  }

  /**
   * Starts a command.
   *
   * @param threads tells what all processes do, for a wait that was in vain
   */
  static BedProcess start(List<String> command, Path folder, Supplier<String> threads) {
    try {
      return new BedProcess(
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .start(),
          threads);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Thread read(InputStream in, ByteArrayOutputStream into) {
    return Thread.ofVirtual().start(() -> copy(in, into));
  }

  private void copy(InputStream in, ByteArrayOutputStream into) {
    byte[] chunk = new byte[1 << 13];
    try {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        synchronized (this) {
          into.write(chunk, 0, read);
          notifyAll();
        }
      }
    } catch (IOException e) {
      // It was killed.
    }
    synchronized (this) {
      notifyAll();
    }
  }

  private synchronized Outcome sofar(int status) {
    return new Outcome(
        status,
        output.toString(StandardCharsets.UTF_8),
        errors.toString(StandardCharsets.UTF_8),
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** Waits until stdout has had this text so many times. */
  synchronized void awaitOutput(String text, int times, Duration patience)
      throws InterruptedException {
    await(output, text, times, patience);
  }

  /** Waits until stderr has this text. */
  synchronized void awaitError(String text, Duration patience) throws InterruptedException {
    await(errors, text, 1, patience);
  }

  private void await(ByteArrayOutputStream where, String text, int times, Duration patience)
      throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (where.toString(StandardCharsets.UTF_8).split(text, -1).length <= times) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0 || !(process.isAlive() || outputReader.isAlive())) {
        throw inVain("no '%s' %d times".formatted(text, times));
      }
      wait(Math.min(left, 100));
    }
  }

  /** Takes the elapsed time first, because asking for the threads takes time too. */
  private AssertionError inVain(String problem) {
    return new AssertionError(
        "%s: %s%n--- threads%n%s".formatted(problem, sofar(-1), threads.get()));
  }

  /** Waits for the end, which has to come within this time. */
  Outcome await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      Duration late = Duration.ofNanos(System.nanoTime() - deadline);
      throw inVain("no end within " + patience + stoodStill(late));
    }
    outputReader.join(Duration.ofSeconds(2));
    errorReader.join(Duration.ofSeconds(2));
    return sofar(process.exitValue());
  }

  /** A machine that is stopped, or out of memory, makes waits longer; the job is not to blame. */
  private static String stoodStill(Duration late) {
    return late.compareTo(LATE) < 0
        ? ""
        : " (noticed %d ms late: the machine stood still)".formatted(late.toMillis());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
