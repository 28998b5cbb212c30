package io.starling.bench.compare;

import io.starling.launcher.archive.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The C program {@code mpi_driver.c}, compiled with a library's own compiler where needed. */
public final class Driver {

  /** How a line begins that this program writes. */
  static final String PREFIX = "mpi_driver: ";

  private static final String SOURCE = "mpi_driver.c";
  private static final List<String> FLAGS = List.of("-std=c11", "-O2");
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int DIGITS = 16;

  private final Path folder;

  Driver(Path folder) {
    this.folder = folder;
  }

  /**
   * The program in {@code compare} of the {@link UserCache}.
   *
   * @throws IllegalStateException if the user has none
   */
  public static Driver cached(Map<String, String> environment) {
    return UserCache.folder(environment)
        .map(cache -> new Driver(cache.resolve("compare")))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no place for the measuring program: this user has no home folder;"
                        + " XDG_CACHE_HOME names another"));
  }

  /**
   * The program for one library; compiled once for each version of source, compiler and library.
   *
   * @throws IllegalStateException if it cannot be compiled; the message says why
   */
  public Path program(Installation library) throws InterruptedException {
    try {
      byte[] source = source();
      Path program = folder.resolve("mpi_driver-" + key(library, source));
      if (!Files.isExecutable(program)) {
        Files.createDirectories(folder);
        compile(library, source, program);
      }
      return program;
    } catch (IOException e) {
      throw new IllegalStateException(
          "cannot write the measuring program to %s: %s; XDG_CACHE_HOME names another folder"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private void compile(Installation library, byte[] source, Path program)
      throws IOException, InterruptedException {
    Path work = Files.createTempDirectory(folder, "new-");
    Path text = work.resolve(SOURCE);
    Path draft = work.resolve("mpi_driver");
    try {
      Files.write(text, source);
      List<String> command =
          List.of(
              library.compiler().toString(),
              FLAGS.getFirst(),
              FLAGS.getLast(),
              "-o",
              draft.toString(),
              text.toString());
      Child.Result result = Child.run(command, LIMIT);
      if (!result.succeeded() || !Files.isExecutable(draft)) {
        String reason = result.succeeded() ? "it made no program" : result.problem();
        throw new IllegalStateException(
            "%s cannot compile the measuring program: %s".formatted(library.compiler(), reason));
      }
      Files.move(draft, program, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
      Files.deleteIfExists(text);
      Files.deleteIfExists(work);
    }
  }

  private static byte[] source() throws IOException {
    try (InputStream in = Driver.class.getResourceAsStream(SOURCE)) {
      return in.readAllBytes();
    }
  }

  private static String key(Installation library, byte[] source) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(source);
      String compiler = library.compiler().toRealPath() + " " + library.version() + " " + FLAGS;
      digest.update(compiler.getBytes(StandardCharsets.UTF_8));
      return library.vendor().id()
          + "-"
          + HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
