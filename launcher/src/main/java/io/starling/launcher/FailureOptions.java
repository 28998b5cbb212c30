package io.starling.launcher;

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
          "when a rank fails, end the job (abort, the default), or let the others hear of it and go"
              + " on (return)")
  private String onFailure;

  @Option(
      names = "--failure-timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "after which a host that is not heard of has failed; 10 by default")
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
      throw wrong("--on-failure is abort or return, not '" + onFailure + "'");
    }
    if (!(failureTimeout >= SHORTEST && failureTimeout <= LONGEST)) {
      throw wrong(
          "--failure-timeout wants %s seconds or more, not %s".formatted(SHORTEST, failureTimeout));
    }
    return new FailurePolicy(
        onFailure.equals("return"), Duration.ofMillis(Math.round(failureTimeout * 1000)));
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
