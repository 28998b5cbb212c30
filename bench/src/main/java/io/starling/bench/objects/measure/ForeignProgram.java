package io.starling.bench.objects.measure;

import io.starling.launcher.archive.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** A program of a peer, in the user's cache, where all hosts with the same home folder see it. */
final class ForeignProgram {

  private ForeignProgram() {}

  /** The text of a program, as a file. */
  static Path source(String name) throws IOException {
    Path folder =
        UserCache.folder(System.getenv())
            .orElseThrow(() -> new IOException("no folder for programs; set XDG_CACHE_HOME"))
            .resolve("objects");
    Files.createDirectories(folder);
    Path file = folder.resolve(name);
    Path draft = Files.createTempFile(folder, "new-", "-" + name);
    try (InputStream in = ForeignProgram.class.getResourceAsStream(name)) {
      Files.copy(in, draft, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return file;
  }

  /**
   * Compiles it.
   *
   * @param compiler with its options
   * @param libraries after the source
   */
  static Path compile(String name, List<String> compiler, List<String> libraries)
      throws IOException {
    Path source = source(name);
    Path program = source.resolveSibling(name.substring(0, name.lastIndexOf('.')));
    List<String> command = new ArrayList<>(compiler);
    command.addAll(List.of("-O3", "-march=native", "-o", program.toString(), source.toString()));
    command.addAll(libraries);
    run(command);
    return program;
  }

  /**
   * Runs a command, and returns what it prints.
   *
   * @throws IOException with what it says, if it fails
   */
  static String run(List<String> command) throws IOException {
    Path errors = Files.createTempFile("starling-peer-", ".err");
    try {
      Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      process.getOutputStream().close();
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(
            "%s ended with status %d: %s"
                .formatted(command.getFirst(), status, Files.readString(errors).strip()));
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(errors);
    }
  }
}
