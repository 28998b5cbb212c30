package io.starling.collectives.algorithm;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An algorithm with the values of its parameters. Choices are made once and looked up at every
 * call, so they are compared by identity.
 */
public final class Choice {

  private final Algorithm algorithm;
  private final Parameters parameters;
  private final Map<Choice, Choice> beforeOthers = new ConcurrentHashMap<>();

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
   * This choice of a table, whose next one is another; the next one runs where the algorithm of
   * this one needs memory that all ranks map.
   */
  public Choice before(Choice next) {
    if (next.needsNext()) {
      throw new IllegalArgumentException(next.describe() + " needs another choice itself");
    }
    return needsNext()
        ? beforeOthers.computeIfAbsent(
            next, its -> new Choice(new SlicesAlgorithm(its.algorithm, its.parameters), parameters))
        : this;
  }

  /** Whether the next choice of a table matters. */
  public boolean needsNext() {
    return algorithm instanceof SlicesAlgorithm;
  }

  /**
   * The algorithm with the values that it uses: {@code
   * chain,segment=131072,send-window=4,receive-window=8}. Levels that are not named use chains.
   */
  public String describe() {
    StringBuilder text = new StringBuilder(algorithm.name());
    Set<Parameter> known = algorithm.parameters();
    values()
        .forEach(
            (parameter, value) -> {
              if (known.contains(parameter)) {
                text.append(',').append(parameter.label()).append('=').append(value);
              }
            });
    return text.toString();
  }

  /** The parameters to print: radix and levels only if they differ from their defaults. */
  private Map<Parameter, Object> values() {
    Map<Parameter, Object> values = new EnumMap<>(Parameter.class);
    values.put(Parameter.SEGMENT, parameters.segmentBytes());
    values.put(Parameter.SEND_WINDOW, parameters.sendWindow());
    values.put(Parameter.RECEIVE_WINDOW, parameters.receiveWindow());
    values.put(Parameter.TREE, parameters.tree().label());
    if (parameters.usesRadix() || !algorithm.parameters().contains(Parameter.NODE)) {
      values.put(Parameter.RADIX, parameters.radix());
    }
    parameters.levels().forEach((level, shape) -> values.put(Parameter.of(level), shape.label()));
    return values;
  }
}
