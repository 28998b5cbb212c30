package io.starling.examples;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Every rank says who it is, of how many, and where. */
public final class Hello {

  private Hello() {}

  /** No arguments. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world()) {
      // In one piece: some launchers let lines of several ranks run into each other.
      System.out.println(
          "rank %d of %d, process %d on %s"
              .formatted(world.rank(), world.size(), ProcessHandle.current().pid(), host()));
    }
  }

  private static String host() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }
}
