package io.starling.bench.objects;

import io.starling.objects.ObjectStore;
import io.starling.objects.client.StoreConnections;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which store of this host is meant. */
final class StoreOption {

  @Option(
      names = "--store",
      paramLabel = "NAME|FILE",
      description =
          "the store: a name, or the file that it wrote, whose path has a slash; by default the one"
              + " of STARLING_OBJECTS, or the one that was started without a name")
  private String store;

  Path file() {
    String environment = System.getenv(ObjectStore.VARIABLE);
    return StoreConnections.file(
        store != null ? store : environment != null ? environment : StoreConnections.DEFAULT_NAME);
  }

  ObjectStore connect() {
    return ObjectStore.connect(file());
  }
}
