package io.starling.launcher.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whether the kernel lets a process start so many ranks on this host. What runs into a limit later
 * speaks of something else: the JDK of its installation, UCX of a device.
 */
public final class RankLimits {

  /** Two pipes and what the start of a process needs meanwhile. */
  private static final long FILES_OF_RANK = 4;

  private static final long FILES_OF_START = 8;

  /** Of a rank itself: its jars, and what UCX watches. */
  private static final long FILES_IN_RANK = 48;

  /** Of a rank, and what the launcher reads its output with. */
  private static final long THREADS_OF_RANK = 24;

  /** Below this, it is worth to count what the user has. */
  private static final long FEW_THREADS = 8192;

  /** The words of the system where even the limits can't be read any more. */
  private static final String NONE_LEFT = "Too many open files";

  private final KernelLimits kernel;

  RankLimits(Path root) {
    kernel = new KernelLimits(root);
  }

  /** What this host grants too little of, and how to get more; empty where all is well. */
  public static Optional<String> shortage(int ranks) {
    return new RankLimits(Path.of("/")).of(ranks);
  }

  Optional<String> of(int ranks) {
    try {
      return files(ranks).or(() -> threads(ranks));
    } catch (IOException | RuntimeException e) {
      // Without /proc nothing else is known; the doctor says so.
      return String.valueOf(e.getMessage()).contains(NONE_LEFT)
          ? Optional.of("no more files can be opened: " + LimitChecks.MORE_FILES)
          : Optional.empty();
    }
  }

  private Optional<String> files(int ranks) throws IOException {
    OptionalLong limit = kernel.limit(KernelLimits.OPEN_FILES);
    if (limit.isEmpty()) {
      return Optional.empty();
    }
    long wanted =
        Math.max(FILES_IN_RANK, kernel.openFiles() + FILES_OF_START + FILES_OF_RANK * ranks);
    return limit.getAsLong() >= wanted
        ? Optional.empty()
        : Optional.of(
            "the limit on open files is %d, and %s on this host %s at least %d: %s"
                .formatted(
                    limit.getAsLong(),
                    count(ranks),
                    ranks == 1 ? "needs" : "need",
                    wanted,
                    LimitChecks.MORE_FILES));
  }

  private Optional<String> threads(int ranks) {
    try {
      OptionalLong limit = kernel.limit(KernelLimits.PROCESSES);
      long wanted = THREADS_OF_RANK * ranks;
      if (limit.isEmpty()
          || limit.getAsLong() >= FEW_THREADS + wanted
          || kernel.hasCapability(KernelLimits.MAY_EXCEED_LIMITS)) {
        return Optional.empty();
      }
      long used = kernel.threadsOfUser();
      return limit.getAsLong() >= used + wanted
          ? Optional.empty()
          : Optional.of(
              "the limit on processes and threads of this user is %d, of which %d are in use, and %s on this host %s about %d more: %s"
                  .formatted(
                      limit.getAsLong(),
                      used,
                      count(ranks),
                      ranks == 1 ? "needs" : "need",
                      wanted,
                      LimitChecks.MORE_PROCESSES));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String count(int ranks) {
    return ranks == 1 ? "1 rank" : ranks + " ranks";
  }
}
