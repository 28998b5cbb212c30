package io.starling.launcher.exit;

import java.util.Map;

/** The numbers with which {@code starling} ends, and what those of ranks mean. */
public final class ExitStatus {

  public static final int SUCCESS = 0;
  public static final int INTERNAL_ERROR = 1;
  public static final int USAGE = 2;

  /** A rank ends with it because another has failed, which is the one to be told of. */
  public static final int PEER_FAILED = 75;

  /** A rank has ended with 0, but before it left the job, and others needed it. */
  public static final int LEFT_EARLY = 1;

  public static final int TIMEOUT = 124;
  public static final int SIGNAL_BASE = 128;
  public static final int BROKEN_PIPE = SIGNAL_BASE + 13;
  public static final int KILLED = SIGNAL_BASE + 9;
  static final int TERMINATED = SIGNAL_BASE + 15;

  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "HUP"),
          Map.entry(2, "INT"),
          Map.entry(3, "QUIT"),
          Map.entry(4, "ILL"),
          Map.entry(5, "TRAP"),
          Map.entry(6, "ABRT"),
          Map.entry(7, "BUS"),
          Map.entry(8, "FPE"),
          Map.entry(9, "KILL"),
          Map.entry(10, "USR1"),
          Map.entry(11, "SEGV"),
          Map.entry(12, "USR2"),
          Map.entry(13, "PIPE"),
          Map.entry(14, "ALRM"),
          Map.entry(15, "TERM"),
          Map.entry(24, "XCPU"),
          Map.entry(25, "XFSZ"),
          Map.entry(31, "SYS"));

  private ExitStatus() {}

  /** As in "exited with status 3" or "was ended by signal KILL". */
  public static String describe(int status) {
    if (status == PEER_FAILED) {
      return "lost another rank (status " + PEER_FAILED + ")";
    }
    String signal = SIGNALS.get(status - SIGNAL_BASE);
    return signal == null
        ? "exited with status " + status
        : "was ended by signal %s (status %d)".formatted(signal, status);
  }

  /** The same of a service: "exited with status 3" or "died of signal 9 (KILL)". */
  public static String died(int status) {
    int number = status - SIGNAL_BASE;
    return SIGNALS.containsKey(number)
        ? "died of signal %d (%s)".formatted(number, SIGNALS.get(number))
        : "exited with status " + status;
  }

  /** Whether a rank that was told to end has ended for its own reasons instead. */
  public static boolean isOwnFailure(int status) {
    return status != SUCCESS && status != TERMINATED && status != KILLED;
  }
}
