package io.starling.collectives.job;

import io.starling.collectives.settings.ReorderSettings;
import io.starling.collectives.settings.SelectionVariables;
import io.starling.collectives.settings.ThreadSettings;
import io.starling.runtime.bootstrap.api.EnvironmentCheck;
import io.starling.runtime.transport.noise.NoiseSettings;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks the variables for algorithms, transport, threads, noise and order before ranks are
 * started, and reads the table for all ranks.
 */
public final class SelectionCheck implements EnvironmentCheck {

  /** The key of the table's content in the bootstrap store. */
  public static final String TABLE = "selection-table";

  /** For the service loader. */
  public SelectionCheck() {}

  @Override
  public Map<String, byte[]> check(Map<String, String> environment) {
    Transport.from(environment);
    ThreadSettings.from(environment);
    NoiseSettings.from(environment);
    ReorderSettings.from(environment);
    Map<String, byte[]> values = new HashMap<>();
    SelectionVariables.read(
        environment,
        System.getenv(),
        file -> {
          byte[] content = SelectionVariables.readTable(file);
          values.put(TABLE, content);
          return content;
        });
    return values;
  }
}
