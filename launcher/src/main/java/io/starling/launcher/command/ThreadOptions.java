package io.starling.launcher.command;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say which threads a rank has for Starling, to be mixed into commands. */
public final class ThreadOptions {

  @Option(
      names = "--threads",
      paramLabel = "single|funneled|serialized|multiple",
      description =
          "which threads of a rank may call Starling, unless the program says: only the one that"
              + " joined (single, funneled, the default), one at a time (serialized), or all at"
              + " once (multiple)")
  private String threads;

  @Option(
      names = "--progress",
      paramLabel = "caller|thread|auto",
      description =
          "what moves messages: the calls of the program (caller, the default), a thread of"
              + " Starling (thread), or a thread where each rank of the host has a spare processor"
              + " (auto)")
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
