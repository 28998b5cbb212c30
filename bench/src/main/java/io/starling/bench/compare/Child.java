package io.starling.bench.compare;

import io.starling.launcher.rank.JobProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * A command that ends in time, with all that it has started: processes that left their parent's
 * group are known by a mark in the environment that they inherited.
 */
public final class Child {

  private static final String MARK = "STARLING_COMPARE_RUN";
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final int SHOWN_LINES = 4;

  /**
   * How it ended.
   *
   * @param problem what went wrong, for people; empty if nothing did
   */
  public record Result(String output, String problem) {

    /** Whether nothing went wrong. */
    public boolean succeeded() {
      return problem.isEmpty();
    }
  }

  private Child() {}

  /** Runs it without input and returns when none of its processes is left. */
  static Result run(List<String> command, Duration limit) throws InterruptedException {
    return run(command, limit, new Interruption());
  }

  /** The same, but an interruption ends it. */
  public static Result run(List<String> command, Duration limit, Interruption interruption)
      throws InterruptedException {
    Path output = null;
    Path errors = null;
    try {
      output = Files.createTempFile("starling-compare-", ".out");
      errors = Files.createTempFile("starling-compare-", ".err");
      String end = await(command, output, errors, limit, interruption);
      String problem = end.isEmpty() ? "" : end + tail(read(errors) + read(output));
      return new Result(read(output), problem);
    } catch (IOException e) {
      return new Result("", "cannot run " + command.getFirst() + ": " + e.getMessage());
    } finally {
      delete(output);
      delete(errors);
    }
  }

  /** Returns how it failed, or nothing. */
  private static String await(
      List<String> command, Path output, Path errors, Duration limit, Interruption interruption)
      throws IOException, InterruptedException {
    String mark = UUID.randomUUID().toString();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().put(MARK, mark);
    Thread atExit =
        new Thread(
            () -> {
              JobProcesses.killAll(MARK, mark);
              delete(output);
              delete(errors);
            });
    Runtime.getRuntime().addShutdownHook(atExit);
    Process process = builder.start();
    try {
      boolean inTime = waitFor(process, limit, interruption);
      if (!process.isAlive()) {
        int status = process.exitValue();
        return status == 0 ? "" : name(command) + " ended with status " + status;
      }
      process.destroy();
      process.waitFor(GRACE.toNanos(), TimeUnit.NANOSECONDS);
      return inTime
          ? name(command) + " was interrupted"
          : "%s had not ended after %d s and was killed"
              .formatted(name(command), limit.toSeconds());
    } finally {
      JobProcesses.killAll(MARK, mark);
      process.waitFor();
      Runtime.getRuntime().removeShutdownHook(atExit);
    }
  }

  /** Until it ends or the user ends it; false if neither happens in time. */
  private static boolean waitFor(Process process, Duration limit, Interruption interruption)
      throws InterruptedException {
    try {
      CompletableFuture.anyOf(process.onExit(), interruption.future())
          .get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String name(List<String> command) {
    return Path.of(command.getFirst()).getFileName().toString();
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /**
   * The first lines of what it said, on one line; the rest tends to be a list of addresses. What
   * the measuring program said comes first: {@code mpirun} may write its own words before it
   * forwards those of a rank.
   */
  public static String tail(String said) {
    String lines =
        said.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("{") && !line.matches("[-=*]+"))
            .distinct()
            .sorted(Comparator.comparing(line -> !line.startsWith(Driver.PREFIX)))
            .limit(SHOWN_LINES)
            .collect(Collectors.joining(" | "));
    return lines.isEmpty() ? "" : ": " + lines;
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A file in the temporary folder is left behind.
    }
  }
}
