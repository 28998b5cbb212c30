package io.starling.launcher.command;

import io.starling.launcher.job.FailurePolicy;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what happens when ranks fail, to be mixed into commands. */
public final class FailureOptions {

  private static final double SHORTEST = 0.2;
  private static final double LONGEST = 1e6;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--on-failure",
      paramLabel = "abort|return",
      defaultValue = "abort",
      description =
          "what happens when a rank fails: the job ends (abort, the default), or the calls of the"
              + " other ranks throw and the job goes on (return)")
  private String onFailure;

  @Option(
      names = "--failure-timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "how long a host may be silent before it counts as failed; 10 by default")
  private double failureTimeout;

  /** Made by picocli. */
  public FailureOptions() {}

  /**
   * What the options ask for.
   *
   * @throws ParameterException if they can't be read; the message names the culprit
   */
  public FailurePolicy policy() {
    if (!onFailure.equals("abort") && !onFailure.equals("return")) {
      throw wrong("--on-failure must be abort or return, not '" + onFailure + "'");
    }
    if (!(failureTimeout >= SHORTEST && failureTimeout <= LONGEST)) {
      throw wrong(
          "--failure-timeout must be %s to %.0f seconds, not %s"
              .formatted(SHORTEST, LONGEST, failureTimeout));
    }
    return new FailurePolicy(
        onFailure.equals("return"), Duration.ofMillis(Math.round(failureTimeout * 1000)));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
