package io.starling.launcher.service;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What a service writes for the ranks of its host, in a folder of its own with a name that nobody
 * can guess.
 */
final class ServiceFile {

  private static final int RANDOM_BYTES = 12;
  private static final String NAME = "store";

  private final Path path;

  /** A place where there is nothing yet. */
  ServiceFile(String service) {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String folder = "starling-%s-%s".formatted(service, HexFormat.of().formatHex(random));
    path = Path.of(System.getProperty("java.io.tmpdir"), folder, NAME).toAbsolutePath();
  }

  Path path() {
    return path;
  }

  /** Removes what a service that was killed has left. */
  void remove() {
    Path folder = path.getParent();
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var left = Files.newDirectoryStream(folder)) {
      for (Path file : left) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException | DirectoryIteratorException e) {
      // The service is just removing it.
    }
  }
}
