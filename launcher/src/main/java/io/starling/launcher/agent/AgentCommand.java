package io.starling.launcher.agent;

import io.starling.launcher.hosts.RemoteLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of an agent. */
final class AgentCommand {

  private static final String ARCHIVE = "-XX:AOTCache=";

  private AgentCommand() {}

  /** As a list of words, for whoever starts it without a shell. */
  static List<String> words(String javaHome) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(javaHome, "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // It mostly waits: compiled code would cost more than it gains.
    words.add("-XX:CompileThresholdScaling=4");
    words.add("--enable-native-access=ALL-UNNAMED");
    if (javaHome.equals(System.getProperty("java.home"))) {
      archive(words);
    }
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(AgentMain.class.getName());
    return words;
  }

  /**
   * An agent's archive lies beside that with which this process starts faster, and fits the same
   * JDK only. Where it could not be made, the latter has some of an agent's classes; where a host
   * has no such file, no harm.
   */
  private static void archive(List<String> words) {
    ProcessHandle.current()
        .info()
        .arguments()
        .ifPresent(
            own -> {
              for (String word : own) {
                if (word.startsWith(ARCHIVE)) {
                  Path launchers = Path.of(word.substring(ARCHIVE.length()));
                  words.add(ARCHIVE + agents(launchers));
                  words.addAll(List.of("-Xlog:aot=off", "-Xlog:cds=off"));
                }
              }
            });
  }

  static Path agents(Path launchers) {
    Path agents = launchers.resolveSibling("agent.aot");
    return agents.toFile().length() > 0 ? agents : launchers;
  }

  /** For the shell of another host. */
  static String line(String javaHome) {
    return RemoteLine.of(words(javaHome));
  }
}
