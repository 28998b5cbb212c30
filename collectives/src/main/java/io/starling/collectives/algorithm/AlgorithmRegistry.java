package io.starling.collectives.algorithm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All algorithms. */
public final class AlgorithmRegistry {

  /** What every segmented algorithm has. */
  static final Set<Parameter> PIPELINE =
      EnumSet.of(Parameter.SEGMENT, Parameter.SEND_WINDOW, Parameter.RECEIVE_WINDOW);

  private static final List<Algorithm> ALL = register();

  private AlgorithmRegistry() {}

  private static List<Algorithm> register() {
    List<Algorithm> all = new ArrayList<>();
    all.addAll(TreeAlgorithms.all());
    all.addAll(BarrierAlgorithms.all());
    all.addAll(MovementAlgorithms.all());
    all.addAll(ReductionAlgorithms.all());
    all.sort(Comparator.comparing(Algorithm::kind));
    return List.copyOf(all);
  }

  /** All of them, by collective. */
  public static List<Algorithm> all() {
    return ALL;
  }

  /** Those of one collective. */
  public static List<Algorithm> of(CollectiveKind kind) {
    return ALL.stream().filter(algorithm -> algorithm.kind() == kind).toList();
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException if there is none of that name; the message lists the known
   */
  public static Algorithm named(CollectiveKind kind, String name) {
    return of(kind).stream()
        .filter(algorithm -> algorithm.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown algorithm '%s' for %s; known are %s"
                        .formatted(
                            name,
                            kind.label(),
                            of(kind).stream()
                                .map(Algorithm::name)
                                .collect(Collectors.joining(", ")))));
  }

  /** Those of one collective that keep the order of operands, as specifications. */
  public static String namesInOrder(CollectiveKind kind) {
    return of(kind).stream()
        .filter(algorithm -> algorithm.keepsOrder(Parameters.DEFAULT))
        .map(algorithm -> kind.label() + "=" + algorithm.name())
        .collect(Collectors.joining(" or "));
  }
}
