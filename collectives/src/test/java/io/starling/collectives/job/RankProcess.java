package io.starling.collectives.job;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a program as a rank in a process of its own. */
final class RankProcess {

  private RankProcess() {}

  /**
   * Starts one; what it prints comes as one stream.
   *
   * @param wrapper a command that runs the command behind it
   */
  static Process start(
      List<String> wrapper, RankEnvironment rank, String transport, Class<?> program)
      throws IOException {
    List<String> command = new ArrayList<>(wrapper);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(rank.toVariables());
    builder.environment().put(Transport.VARIABLE, transport);
    return builder.start();
  }

  /** Whether this user may have a namespace of a kind, such as {@code --mount}. */
  static boolean canUnshare(String kind) throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", kind, "true").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
