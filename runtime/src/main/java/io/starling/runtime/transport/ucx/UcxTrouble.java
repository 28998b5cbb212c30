package io.starling.runtime.transport.ucx;

import io.starling.runtime.error.TransportException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Why UCX could not be set up, for people: the first line says what UCX says, and what this host
 * lacks, with the remedy.
 */
public final class UcxTrouble {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Where the user has moved what UCX keeps there. */
  private static final String FOLDER = "UCX_POSIX_DIR";

  /** Where the user has chosen transports. */
  private static final String TRANSPORTS = "UCX_TLS";

  /** The names by which UCX's transport through /dev/shm is chosen. */
  private static final Pattern POSIX = Pattern.compile("\\b(posix|shm|sm|mm|all)\\b");

  /** What a worker of UCX 1.13 to 1.18 takes there for its messages, rounded up. */
  private static final long BYTES_OF_RANK = 5L << 20;

  private static final long MEBIBYTE = 1L << 20;
  private static final String SHARED = "; ranks of one host can do without: --transport shared";

  private UcxTrouble() {}

  /**
   * Does what sets UCX up.
   *
   * @param rank who does
   * @param neighbours how many ranks this host has
   * @throws TransportException that says what is wrong
   */
  public static <T> T told(int rank, int neighbours, Supplier<T> setup) {
    try {
      ForeignSetup.leaveSignalsToTheJvm();
      // The linker ends the process where JUCX's library meets a libucp that lacks a function.
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
                            .orElse(". UCX tells more above, and with -x UCX_LOG_LEVEL=info"));
    return new TransportException("rank %d can't set UCX up: %s".formatted(rank, cause), thrown);
  }

  /** The library is missing, or lacks a function: the loader knows which. */
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

  /** What of the shared memory that UCX would use is missing. */
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

  /** Whether UCX may use shared memory of POSIX; after a {@code ^} stand those that it may not. */
  private static boolean mayUse(String transports) {
    return transports == null || transports.startsWith("^") != POSIX.matcher(transports).find();
  }

  private static String remedy(long bytes) {
    long size = bytes / MEBIBYTE;
    return "mount -o remount,rw,size=%dm /dev/shm, or mount -t tmpfs tmpfs /dev/shm; in a container docker run --shm-size=%dm; without it -x UCX_TLS=^posix"
            .formatted(size, size)
        + SHARED;
  }

  /** The innermost words: those around it say no more than that something has failed. */
  private static String own(Throwable thrown) {
    Throwable innermost = thrown;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost.getMessage() == null ? innermost.toString() : innermost.getMessage();
  }
}
