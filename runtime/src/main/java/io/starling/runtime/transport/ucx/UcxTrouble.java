package io.starling.runtime.transport.ucx;

import io.starling.runtime.TransportException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Explains why UCX could not be set up: with UCX's message, what this host lacks, and the remedy.
 */
public final class UcxTrouble {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** The variable by which the user moves UCX's shared memory files. */
  private static final String FOLDER = "UCX_POSIX_DIR";

  /** The variable by which the user chooses transports. */
  private static final String TRANSPORTS = "UCX_TLS";

  /** The names that select UCX's transport through /dev/shm. */
  private static final Pattern POSIX = Pattern.compile("\\b(posix|shm|sm|mm|all)\\b");

  /** The shared memory that a worker of UCX 1.13 to 1.18 takes for its messages, rounded up. */
  private static final long BYTES_OF_RANK = 5L << 20;

  private static final long MEBIBYTE = 1L << 20;
  private static final String SHARED = "; ranks of one host can do without: --transport shared";

  private UcxTrouble() {}

  /**
   * Runs the set-up of UCX.
   *
   * @param rank the rank that sets up
   * @param neighbours the number of ranks on this host
   * @throws TransportException if it fails; the message names the reason
   */
  public static <T> T told(int rank, int neighbours, Supplier<T> setup) {
    try {
      // The linker ends the process if JUCX's library meets a libucp without one of its functions.
      UcxWorker.requireFunctions();
      return setup.get();
    } catch (RuntimeException | LinkageError e) {
      throw explain(rank, neighbours, e, SHARED_MEMORY, System.getenv());
    }
  }

  static TransportException explain(
      int rank,
      int neighbours,
      Throwable thrown,
      Path sharedMemory,
      Map<String, String> environment) {
    String cause =
        library(thrown)
            .orElseGet(
                () ->
                    own(thrown)
                        + lack(sharedMemory, neighbours, environment)
                            .map(lack -> "; " + lack)
                            .orElse(
                                ". UCX has printed more above; -x UCX_LOG_LEVEL=info shows even"
                                    + " more"));
    return new TransportException("rank %d can't set UCX up: %s".formatted(rank, cause), thrown);
  }

  /** The library is missing, or lacks a function; the loader's message names it. */
  private static Optional<String> library(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException && cause.getMessage().contains(UcpLibrary.REMEDY)) {
        Throwable loader = cause.getCause();
        boolean tells = loader instanceof UnsatisfiedLinkError;
        return Optional.of(
            cause.getMessage() + (tells ? " (" + loader.getMessage() + ")" : "") + SHARED);
      }
    }
    return Optional.empty();
  }

  /** What is missing of the shared memory that UCX would use. */
  private static Optional<String> lack(
      Path folder, int neighbours, Map<String, String> environment) {
    if (environment.containsKey(FOLDER) || !mayUse(environment.get(TRANSPORTS))) {
      return Optional.empty();
    }
    String remedy = remedy(Math.max(64 * MEBIBYTE, 2 * BYTES_OF_RANK * neighbours));
    if (!Files.isDirectory(folder)) {
      return Optional.of(folder + " is missing, where UCX shares memory among ranks: " + remedy);
    }
    if (!Files.isWritable(folder)) {
      return Optional.of(
          folder + " can't be written, where UCX shares memory among ranks: " + remedy);
    }
    try {
      FileStore store = Files.getFileStore(folder);
      long wanted = neighbours * BYTES_OF_RANK;
      return store.getTotalSpace() >= wanted && store.getUsableSpace() >= BYTES_OF_RANK
          ? Optional.empty()
          : Optional.of(
              "%s is too small: %d KiB, of which %d are free, and UCX needs %d KiB for %s: %s"
                  .formatted(
                      folder,
                      store.getTotalSpace() >> 10,
                      store.getUsableSpace() >> 10,
                      wanted >> 10,
                      neighbours == 1 ? "1 rank" : neighbours + " ranks",
                      remedy));
    } catch (IOException e) {
      return Optional.of(folder + " can't be examined (" + e.getMessage() + "): " + remedy);
    }
  }

  /** Whether UCX may use POSIX shared memory; a {@code ^} starts a list of excluded transports. */
  private static boolean mayUse(String transports) {
    return transports == null || transports.startsWith("^") != POSIX.matcher(transports).find();
  }

  private static String remedy(long bytes) {
    long size = bytes / MEBIBYTE;
    return "mount -o remount,rw,size=%dm /dev/shm, or mount -t tmpfs tmpfs /dev/shm; in a container docker run --shm-size=%dm; without it -x UCX_TLS=^posix"
            .formatted(size, size)
        + SHARED;
  }

  /** The innermost message: the outer ones only say that something has failed. */
  private static String own(Throwable thrown) {
    Throwable innermost = thrown;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost.getMessage() == null ? innermost.toString() : innermost.getMessage();
  }
}
