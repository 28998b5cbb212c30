package io.starling.collectives;

import io.starling.runtime.bootstrap.EnvironmentCheck;
import java.util.Map;

/** Whether the algorithms and threads that ranks are asked to use exist. */
public final class SelectionCheck implements EnvironmentCheck {

  /** For the service loader. */
  public SelectionCheck() {}

  @Override
  public void check(Map<String, String> environment) {
    Starling.selection(environment);
    ThreadOptions.from(environment);
  }
}
