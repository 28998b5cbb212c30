package io.starling.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Jars of folders of classes, for what works with jars only. */
final class PackedClasses {

  private PackedClasses() {}

  /** Packs a folder; what is a file already stays where it is. Returns the jar. */
  static Path pack(Path classes, Path jar) throws IOException {
    if (Files.isRegularFile(classes)) {
      return classes;
    }
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** The folder or jar of a class. */
  static Path placeOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
