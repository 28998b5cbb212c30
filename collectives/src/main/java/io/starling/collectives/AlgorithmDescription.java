package io.starling.collectives;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.Parameter;
import java.util.List;

/**
 * An algorithm that can be chosen with {@link Communicator#withAlgorithm}.
 *
 * @param collective what it does, such as {@code broadcast}
 * @param name its name among the algorithms of that collective
 * @param description one line
 * @param restrictions what it is limited to, or an empty text
 * @param parameters what can be set of it
 */
public record AlgorithmDescription(
    String collective,
    String name,
    String description,
    String restrictions,
    List<String> parameters) {

  static AlgorithmDescription of(Algorithm algorithm) {
    return new AlgorithmDescription(
        algorithm.kind().label(),
        algorithm.name(),
        algorithm.description(),
        algorithm.restrictions(),
        algorithm.parameters().stream().sorted().map(Parameter::label).toList());
  }
}
