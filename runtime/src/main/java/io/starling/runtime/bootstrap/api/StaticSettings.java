package io.starling.runtime.bootstrap.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a rank that a scheduler of containers or processes has started, without a
 * launcher.
 *
 * @param rank {@code STARLING_RANK}, or the index that Kubernetes gives the pods of an indexed job
 * @param size {@code STARLING_SIZE}
 * @param store the address of rank 0, from {@code STARLING_STORE}, and the secret of the job, from
 *     {@code STARLING_SECRET_FILE}
 */
public record StaticSettings(int rank, int size, JobFile store) {

  /** The address of rank 0 and a port there, {@code HOST:PORT}. */
  public static final String STORE = "STARLING_STORE";

  /** A file of mode 600 with the same random bytes for all ranks. */
  public static final String SECRET_FILE = "STARLING_SECRET_FILE";

  /** Kubernetes' number of a pod in an indexed job. */
  public static final String COMPLETION_INDEX = "JOB_COMPLETION_INDEX";

  private static final int MOST_PORTS = 65535;

  /** Whether a process is a rank of such a job; under Starling's launcher it is not. */
  public static boolean areIn(Map<String, String> environment) {
    return environment.containsKey(STORE) && !environment.containsKey(RankEnvironment.JOB_FILE);
  }

  /**
   * Reads the variables.
   *
   * @throws IllegalArgumentException if a variable is missing or malformed; the message names it
   */
  public static StaticSettings from(Map<String, String> environment) {
    int size = number(RankEnvironment.SIZE, text(environment, RankEnvironment.SIZE));
    String numbered =
        List.of(RankEnvironment.RANK, COMPLETION_INDEX).stream()
            .filter(environment::containsKey)
            .findFirst()
            .orElse(RankEnvironment.RANK);
    int rank = number(numbered, text(environment, numbered));
    if (rank >= size) {
      throw new IllegalArgumentException(
          "%s is %d, but ranks are numbered from 0 and %s is %d"
              .formatted(numbered, rank, RankEnvironment.SIZE, size));
    }
    return new StaticSettings(rank, size, store(environment));
  }

  private static JobFile store(Map<String, String> environment) {
    String store = text(environment, STORE);
    int colon = store.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException(STORE + " must be HOST:PORT, not '" + store + "'");
    }
    int port = number(STORE, store.substring(colon + 1));
    if (port < 1 || port > MOST_PORTS) {
      throw new IllegalArgumentException(STORE + ": there is no port " + port);
    }
    String file = text(environment, SECRET_FILE);
    try {
      String secret = SecretFile.read(Path.of(file), environment);
      return new JobFile(store.substring(0, colon), port, secret);
    } catch (IOException e) {
      throw new IllegalArgumentException(SECRET_FILE + " can't be read: " + e, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(SECRET_FILE + ": " + e.getMessage(), e);
    }
  }

  private static int number(String name, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number < 0) {
        throw new NumberFormatException("below 0");
      }
      return number;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is not a number: '" + text + "'", e);
    }
  }

  private static String text(Map<String, String> environment, String name) {
    return Objects.requireNonNullElseGet(
        environment.get(name),
        () -> {
          throw new IllegalArgumentException(
              "%s is set but %s is not; a job without a launcher needs %s, %s, %s and %s"
                  .formatted(
                      STORE,
                      name,
                      RankEnvironment.RANK + " or " + COMPLETION_INDEX,
                      RankEnvironment.SIZE,
                      STORE,
                      SECRET_FILE));
        });
  }
}
