package io.starling.objects.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM with the class path of the test, whose output is heard, and that gets signals. */
final class ChildProcess implements AutoCloseable {

  private static final long PATIENCE = 60_000;

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;

  private ChildProcess(Process process) {
    this.process = process;
    this.reader = Thread.ofVirtual().start(this::read);
  }

  static ChildProcess start(List<String> flags, Class<?> main, String... arguments) {
    return start(List.of(), flags, main, arguments);
  }

  /**
   * Starts it by another command.
   *
   * @param before comes before the JVM
   */
  static ChildProcess start(
      List<String> before, List<String> flags, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--add-modules=jdk.incubator.vector"));
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    try {
      return new ChildProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    process.inputReader().lines().forEach(this::take);
    take("the output ends");
  }

  private synchronized void take(String line) {
    lines.add(line);
    notifyAll();
  }

  void say(String text) {
    try {
      process.outputWriter().append(text).append('\n').flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a line that begins so, and returns what follows. */
  synchronized String await(String begin) {
    long end = System.nanoTime() / 1_000_000 + PATIENCE;
    while (true) {
      for (String line : lines) {
        if (line.startsWith(begin)) {
          return line.substring(begin.length());
        }
      }
      long left = end - System.nanoTime() / 1_000_000;
      assertThat(left).as("no line '%s' in %s", begin, lines).isPositive();
      assertThat(lines).as("it waits for '%s'", begin).doesNotContain("the output ends");
      try {
        wait(left);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while it waits for '" + begin + "' in " + lines, e);
      }
    }
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal, such as STOP. */
  void signal(String name) {
    try {
      // The shell's own: a bare system has no program of that name.
      Process kill = new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(name, pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  int awaitEnd() {
    try {
      int status = process.waitFor();
      reader.join();
      return status;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while it waits for the end: " + lines(), e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
