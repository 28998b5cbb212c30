package io.starling.bench.objects.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A member of a Hazelcast cluster, in a process of its own. */
final class HazelcastMember implements AutoCloseable {

  /** What Hazelcast asks for, and the permission to use Unsafe without a warning. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx2g",
          "--add-modules=java.se",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.management/sun.management=ALL-UNNAMED",
          "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final Process process;
  private final Path errors;
  private final BufferedReader answers;
  private final Writer orders;

  /**
   * Starts one, and waits until it is ready.
   *
   * @param program the source of what it runs
   * @param words what the program gets
   */
  HazelcastMember(String jar, String program, List<String> words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", jar, program));
    command.addAll(words);
    errors = Files.createTempFile("starling-peer-", ".err");
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    answers = process.inputReader();
    orders = process.outputWriter();
    try {
      answer();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private String answer() throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("hazelcast has ended: " + Files.readString(errors).strip());
    }
    return answer;
  }

  /** Has it do something, and returns the nanoseconds that it took. */
  long run(String what, long key, long bytes) {
    try {
      orders.write("%s %d %d\n".formatted(what, key, bytes));
      orders.flush();
      return Long.parseLong(answer());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(errors);
  }
}
