package io.starling.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself, without asking a name server. */
final class HostName {

  private HostName() {}

  static String ofThisMachine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
