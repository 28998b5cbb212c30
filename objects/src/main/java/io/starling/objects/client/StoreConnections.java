package io.starling.objects.client;

import io.starling.objects.ObjectStore;
import io.starling.objects.StoreConfiguration;
import java.nio.file.Path;
import java.util.Map;

/** Makes the connections that programs ask for. */
public final class StoreConnections {

  private StoreConnections() {}

  public static ObjectStore connect(Map<String, String> environment) {
    throw new UnsupportedOperationException("being written");
  }

  public static ObjectStore connect(Path file) {
    throw new UnsupportedOperationException("being written");
  }

  public static ObjectStore embedded(StoreConfiguration configuration) {
    throw new UnsupportedOperationException("being written");
  }
}
