package io.starling.launcher.rank;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The main class of a rank that another launcher has started by {@code starling exec}: it calls the
 * user's main class, named by the first argument, and says so when that fails; then the job is
 * aborted as the process ends.
 */
public final class ForeignRankMain {

  private static final int FAILURE = 1;

  /** Those by which launchers number their processes. */
  private static final List<String> NUMBERS =
      List.of("PMIX_RANK", "PMI_RANK", "STARLING_RANK", "JOB_COMPLETION_INDEX", "SLURM_PROCID");

  private ForeignRankMain() {}

  public static void main(String[] arguments) {
    String rank = describe(System.getenv());
    try {
      MainMethod.of(arguments[0]).call(Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (MainMethodException e) {
      fail("starling: " + rank + ": " + e.getMessage());
    } catch (Throwable e) {
      fail(UncaughtException.describe(rank, arguments[0], e));
    }
  }

  static String describe(Map<String, String> environment) {
    return NUMBERS.stream()
        .map(environment::get)
        .filter(Objects::nonNull)
        .findFirst()
        .map(number -> "rank " + number)
        .orElse("a program started alone");
  }

  private static void fail(String message) {
    System.err.println(message);
    System.setProperty(RankMain.FAILED, "true");
    HaltTimer.start(FAILURE);
    System.exit(FAILURE);
  }
}
