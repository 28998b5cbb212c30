package io.starling.launcher.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What the kernel grants this process, as {@code /proc} tells. */
final class KernelLimits {

  static final String OPEN_FILES = "Max open files";
  static final String LOCKED_MEMORY = "Max locked memory";
  static final String PROCESSES = "Max processes";
  static final String ADDRESS_SPACE = "Max address space";

  static final int MAY_TRACE = 19;
  static final int MAY_EXCEED_LIMITS = 24;

  static final String UNLIMITED = "unlimited";
  private static final String CAPABILITIES = "CapEff:";
  private static final int HEXADECIMAL = 16;

  private final Path root;

  /** Of the machine whose {@code /proc} is below this. */
  KernelLimits(Path root) {
    this.root = root;
  }

  /** The soft limit in its own unit; empty if there is none. */
  OptionalLong limit(String name) throws IOException {
    String value = value(root.resolve("proc/self/limits"), name).split("\\s+", -1)[0];
    return value.equals(UNLIMITED) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
  }

  /** Whether this process has a capability, by its number. */
  boolean hasCapability(int number) throws IOException {
    String mask = value(root.resolve("proc/self/status"), CAPABILITIES);
    return (Long.parseUnsignedLong(mask, HEXADECIMAL) >> number & 1) != 0;
  }

  /** How many files this process has open. */
  long openFiles() throws IOException {
    try (var files = Files.list(root.resolve("proc/self/fd"))) {
      return files.count();
    }
  }

  /** How many threads the processes of this user have. */
  long threadsOfUser() throws IOException {
    String user = user(root.resolve("proc/self"));
    long threads = 0;
    try (var processes = Files.newDirectoryStream(root.resolve("proc"), "[0-9]*")) {
      for (Path process : processes) {
        try {
          if (user(process).equals(user)) {
            threads += Long.parseLong(value(process.resolve("status"), "Threads:"));
          }
        } catch (IOException e) {
          // It has ended meanwhile.
        }
      }
    }
    return threads;
  }

  private static String user(Path process) throws IOException {
    return value(process.resolve("status"), "Uid:").split("\\s+", -1)[0];
  }

  /** What follows the name on its line. */
  private static String value(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return line.substring(name.length()).strip();
      }
    }
    throw new IOException("no line '" + name + "' in " + file);
  }
}
