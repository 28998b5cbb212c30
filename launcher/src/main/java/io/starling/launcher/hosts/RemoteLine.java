package io.starling.launcher.hosts;

import java.util.List;
import java.util.stream.Collectors;

/** A command for the shell of another host, whichever that is. */
public final class RemoteLine {

  private RemoteLine() {}

  /**
   * The command in place of the shell. Where this JVM writes names of files in UTF-8, that one
   * reads them so, whatever the locale of a login there.
   */
  public static String of(List<String> words) {
    return of(words, System.getProperty("sun.jnu.encoding", ""));
  }

  static String of(List<String> words, String encoding) {
    String start = encoding.equalsIgnoreCase("UTF-8") ? "exec env LC_ALL=C.UTF-8 " : "exec ";
    return words.stream().map(RemoteLine::quoted).collect(Collectors.joining(" ", start, ""));
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=+@%,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
