package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import java.time.Duration;
import java.util.List;

/**
 * Why a job ends, and how.
 *
 * @param status the launcher's exit status
 * @param message for the user; may be empty
 * @param grace how long ranks may take to end
 * @param causes the ranks whose failure ends it, which the others hear of
 * @param isCause whether the message tells the cause of all that ranks say from here on, and comes
 *     before it; else it is the last line
 */
record JobEnding(
    int status, String message, Duration grace, List<Integer> causes, boolean isCause) {

  private static final Duration GRACE_AFTER_SIGNAL = Duration.ofSeconds(1);

  static final Duration GRACE_AFTER_FAILURE = Duration.ofMillis(500);

  /** The end because of a failure that the message tells. */
  static JobEnding cause(int status, String message, List<Integer> causes) {
    return new JobEnding(status, message, GRACE_AFTER_FAILURE, causes, true);
  }

  /** The end because the launcher received a signal. */
  static JobEnding signalled(int number) {
    int status = ExitStatus.SIGNAL_BASE + number;
    String message = "the launcher " + ExitStatus.describe(status);
    return new JobEnding(status, message, GRACE_AFTER_SIGNAL, List.of(), true);
  }

  /** The end because the job's time is over; so many of its ranks have told what they did. */
  static JobEnding timedOut(Duration limit, int reported, int ranks) {
    String message =
        "the job has not ended within %s s (--timeout); %d of %d ranks reported above"
            .formatted(JobTime.seconds(limit), reported, ranks);
    return new JobEnding(ExitStatus.TIMEOUT, message, GRACE_AFTER_FAILURE, List.of(), false);
  }

  boolean isFailure() {
    return !causes.isEmpty();
  }
}
