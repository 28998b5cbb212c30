package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.TreeKind;
import java.util.List;

/**
 * An algorithm for {@link io.starling.collectives.Communicator#withAlgorithm}.
 *
 * @param collective its collective, such as {@code broadcast}
 * @param name its name among the algorithms of that collective
 * @param description one line
 * @param restrictions its restrictions, or an empty text
 * @param keepsOrder whether it supports operators that are not commutative. An algorithm with a
 *     parameter {@code tree} needs {@code tree=in-order-binary} for that.
 * @param parameters its parameters
 */
public record AlgorithmDescription(
    String collective,
    String name,
    String description,
    String restrictions,
    boolean keepsOrder,
    List<String> parameters) {

  /** All algorithms, by collective. */
  public static List<AlgorithmDescription> all() {
    return AlgorithmRegistry.all().stream().map(AlgorithmDescription::of).toList();
  }

  private static AlgorithmDescription of(Algorithm algorithm) {
    return new AlgorithmDescription(
        algorithm.kind().label(),
        algorithm.name(),
        algorithm.description(),
        algorithm.restrictions(),
        algorithm.keepsOrder(Parameters.DEFAULT.withTree(TreeKind.IN_ORDER_BINARY)),
        algorithm.parameters().stream().sorted().map(Parameter::label).toList());
  }
}
