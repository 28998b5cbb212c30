package io.starling.launcher.job;

import java.time.Duration;

/**
 * What happens when a rank fails.
 *
 * @param survives whether the job goes on without it
 * @param silence after which a host that is not heard of has failed
 */
public record FailurePolicy(boolean survives, Duration silence) {

  /** Tells ranks, by their environment, that the job goes on. */
  static final String VARIABLE = "STARLING_ON_FAILURE";

  public static final Duration SILENCE = Duration.ofSeconds(10);

  /** The job ends with the first rank that fails. */
  public static final FailurePolicy ABORT = new FailurePolicy(false, SILENCE);

  /** The name in options. */
  String label() {
    return survives ? "return" : "abort";
  }
}
