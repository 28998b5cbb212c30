package io.starling.launcher;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say which threads a rank has for Starling, to be mixed into commands. */
public final class ThreadOptions {

  @Option(
      names = "--threads",
      paramLabel = "single|funneled|serialized|multiple",
      description =
          "which threads of a rank may call Starling, where the program does not say: only the one"
              + " that joined (funneled, the default), any but one at a time, or all at once")
  private String threads;

  @Option(
      names = "--progress",
      paramLabel = "caller|thread|auto",
      description =
          "who moves messages while a rank computes: nobody (caller, the default), a thread of"
              + " Starling's own, or that where a rank may use more processors than its host has"
              + " ranks")
  private String progress;

  /** Made by picocli. */
  public ThreadOptions() {}

  /** The variables for the ranks; they are checked before any rank is started. */
  public Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    if (threads != null) {
      variables.put("STARLING_THREADS", threads);
    }
    if (progress != null) {
      variables.put("STARLING_PROGRESS", progress);
    }
    return variables;
  }
}
