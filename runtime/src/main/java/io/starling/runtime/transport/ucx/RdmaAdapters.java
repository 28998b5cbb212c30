package io.starling.runtime.transport.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** InfiniBand and RoCE adapters of this host, which UCX may prefer to any network interface. */
public final class RdmaAdapters {

  private static final Path FOLDER = Path.of("/sys/class/infiniband");

  private RdmaAdapters() {}

  /** Whether there are any. */
  public static boolean exist() {
    try (var adapters = Files.newDirectoryStream(FOLDER)) {
      return adapters.iterator().hasNext();
    } catch (IOException e) {
      return false;
    }
  }
}
