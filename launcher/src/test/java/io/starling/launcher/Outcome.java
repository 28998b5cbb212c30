package io.starling.launcher;

import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a job ended that a test ran within its own process.
 *
 * @param status what the launcher would exit with
 * @param raw the bytes of stdout
 * @param errors the text of stderr
 */
record Outcome(int status, List<Byte> raw, String output, String errors) {

  static Outcome of(int ranks, String... arguments) throws InterruptedException {
    return of(ranks, builder -> {}, arguments);
  }

  static Outcome of(int ranks, Consumer<JobSpecification.Builder> options, String... arguments)
      throws InterruptedException {
    return of(ranks, LaunchedProgram.ofClass(TestProgram.class, List.of(arguments)), options);
  }

  static Outcome of(int ranks, LaunchedProgram program, Consumer<JobSpecification.Builder> options)
      throws InterruptedException {
    var builder = JobSpecification.builder(ranks, program);
    options.accept(builder);
    var output = new ByteArrayOutputStream();
    var errors = new ByteArrayOutputStream();
    int status = new Job(builder.build(), output, errors).run();
    return new Outcome(
        status,
        bytes(output.toByteArray()),
        output.toString(StandardCharsets.UTF_8),
        errors.toString(StandardCharsets.UTF_8));
  }

  private static List<Byte> bytes(byte[] bytes) {
    Byte[] boxed = new Byte[Math.min(bytes.length, 100)];
    for (int i = 0; i < boxed.length; i++) {
      boxed[i] = bytes[i];
    }
    return List.of(boxed);
  }

  /**
   * Stderr without the launcher's notice, where this machine has fewer cores than the job ranks.
   */
  List<String> errorsOfRanks() {
    return errors
        .lines()
        .filter(line -> !line.matches("starling: \\d+ ranks share \\d+ cores? .*"))
        .toList();
  }

  /** The process ids that ranks printed. */
  List<Long> pids() {
    return output
        .lines()
        .filter(line -> line.startsWith("pid "))
        .map(line -> Long.valueOf(line.substring(4)))
        .toList();
  }
}
