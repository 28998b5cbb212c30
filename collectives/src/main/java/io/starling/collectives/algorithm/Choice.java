package io.starling.collectives.algorithm;

import java.util.Map;
import java.util.Set;

/**
 * An algorithm and the values of its parameters. Choices are made once and looked up at every call,
 * so they are compared by identity.
 */
public final class Choice {

  private final Algorithm algorithm;
  private final Parameters parameters;

  Choice(Algorithm algorithm, Parameters parameters) {
    this.algorithm = algorithm;
    this.parameters = parameters;
  }

  public Algorithm algorithm() {
    return algorithm;
  }

  public Parameters parameters() {
    return parameters;
  }

  /**
   * The algorithm with the values that it uses: {@code
   * chain,segment=65536,send-window=4,receive-window=8}.
   */
  public String describe() {
    StringBuilder text = new StringBuilder(algorithm.name());
    Set<Parameter> used = algorithm.parameters();
    Map<Parameter, Object> values =
        Map.of(
            Parameter.SEGMENT, parameters.segmentBytes(),
            Parameter.SEND_WINDOW, parameters.sendWindow(),
            Parameter.RECEIVE_WINDOW, parameters.receiveWindow(),
            Parameter.RADIX, parameters.radix(),
            Parameter.TREE, parameters.tree().label());
    for (Parameter parameter : Parameter.values()) {
      if (used.contains(parameter)) {
        text.append(',').append(parameter.label()).append('=').append(values.get(parameter));
      }
    }
    return text.toString();
  }
}
