package io.starling.launcher;

import java.util.Map;
import picocli.CommandLine.Option;

/** The options for the order of ranks on hosts, to be mixed into commands. */
final class OrderOptions {

  @Option(
      names = "--reorder",
      paramLabel = "every=TIME|never",
      description =
          "how often Communicator.reordered() looks for a better order of hosts while the job"
              + " runs, as in every=30s (the default); with s, ms or min")
  private String reorder;

  /** The variables for the ranks; they are checked before any rank is started. */
  Map<String, String> variables() {
    return reorder == null ? Map.of() : Map.of("STARLING_REORDER", reorder);
  }
}
