package io.starling.launcher.rank;

import io.starling.launcher.output.ErrorMerger;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.util.Map;
import java.util.Optional;

/**
 * How a rank tells that it ends because another has failed: in one line, for the launcher tells of
 * the other, and all ranks of the job would print the same stack.
 */
final class LostPeer {

  /** Where the job goes on without failed ranks, a program that does not is worth its stack. */
  private static final String POLICY = "STARLING_ON_FAILURE";

  private static final String ABORT = "abort";
  private static final String EXCEPTION = "io.starling.runtime.RankFailedException";

  private LostPeer() {}

  /** The line; empty where the exception tells of something else. */
  static Optional<String> describe(
      RankEnvironment environment, Throwable exception, Map<String, String> variables) {
    if (!ABORT.equals(variables.getOrDefault(POLICY, ABORT))) {
      return Optional.empty();
    }
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause.getClass().getName().equals(EXCEPTION)) {
        return Optional.of(
            "starling: %s %s: %s"
                .formatted(
                    environment.description(),
                    ErrorMerger.LOST_PEER,
                    cause.getMessage().replace('\n', ' ')));
      }
    }
    return Optional.empty();
  }
}
