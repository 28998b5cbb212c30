package io.starling.launcher.archive;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where Starling keeps for a user what it can make again. */
public final class UserCache {

  private UserCache() {}

  /**
   * {@code ${XDG_CACHE_HOME:-~/.cache}/starling}; empty for a user of a container or a service who
   * has no home folder. It may not exist yet.
   */
  public static Optional<Path> folder(Map<String, String> environment) {
    return folder(environment, System.getProperty("user.home"));
  }

  /** The JVM says {@code ?} where the system knows no home folder. */
  static Optional<Path> folder(Map<String, String> environment, String home) {
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path root = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
    boolean isHomeless = cache.isEmpty() && !(home.startsWith("/") && home.length() > 1);
    return isHomeless ? Optional.empty() : Optional.of(root.resolve("starling"));
  }
}
