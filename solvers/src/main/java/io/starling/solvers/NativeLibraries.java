package io.starling.solvers;

import java.util.Optional;

/** Loads the libraries of a solver, which it unpacks to the folder of temporary files. */
final class NativeLibraries {

  private NativeLibraries() {}

  /** Why they do not load: a line for people; empty if they do. */
  @SuppressWarnings("checkstyle:IllegalCatch") // The solvers' loaders throw whatever they meet.
  static Optional<String> load(String solver, Runnable loader) {
    try {
      loader.run();
      return Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(
          "%s: its libraries do not load on %s %s from %s (%s); JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another"
              .formatted(
                  solver,
                  System.getProperty("os.name"),
                  System.getProperty("os.arch"),
                  System.getProperty("java.io.tmpdir"),
                  reason(e)));
    }
  }

  private static String reason(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String message = deepest.getMessage();
    return message == null
        ? deepest.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
