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
    words.add("--enable-native-access=ALL-UNNAMED");
    archive(words);
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(AgentMain.class.getName());
    return words;
  }

  /** What this process starts faster with, an agent does too; where it is missing, no harm. */
  private static void archive(List<String> words) {
    ProcessHandle.current()
        .info()
        .arguments()
        .ifPresent(
            own -> {
              for (String word : own) {
                if (word.startsWith(ARCHIVE)) {
                  words.addAll(List.of(word, "-Xlog:aot=off", "-Xlog:cds=off"));
                }
              }
            });
  }

  /** For the shell of another host. */
  static String line(String javaHome) {
    return RemoteLine.of(words(javaHome));
  }
}
