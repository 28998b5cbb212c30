package io.starling.collectives;

import io.starling.runtime.bootstrap.EnvironmentCheck;
import io.starling.runtime.transport.noise.NoiseSettings;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether the algorithms, the transport, the threads and the noise that ranks are asked to use
 * exist; reads the table for all of them.
 */
public final class SelectionCheck implements EnvironmentCheck {

  /** The key of the table's content in the bootstrap store. */
  static final String TABLE = "selection-table";

  /** For the service loader. */
  public SelectionCheck() {}

  @Override
  public Map<String, byte[]> check(Map<String, String> environment) {
    Transport.from(environment);
    ThreadOptions.from(environment);
    NoiseSettings.from(environment);
    Map<String, byte[]> values = new HashMap<>();
    SelectionVariables.read(
        environment,
        System.getenv(),
        file -> {
          byte[] content = TableFile.read(file);
          values.put(TABLE, content);
          return content;
        });
    return values;
  }
}
