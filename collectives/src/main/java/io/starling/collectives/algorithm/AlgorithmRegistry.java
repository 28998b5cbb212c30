package io.starling.collectives.algorithm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The registry of all algorithms. */
public final class AlgorithmRegistry {

  /** The parameters of every segmented algorithm. */
  static final Set<Parameter> PIPELINE =
      EnumSet.of(Parameter.SEGMENT, Parameter.SEND_WINDOW, Parameter.RECEIVE_WINDOW);

  private static final List<Algorithm> ALL = register();

  private AlgorithmRegistry() {}

  private static List<Algorithm> register() {
    List<Algorithm> all = new ArrayList<>();
    all.addAll(TreeAlgorithms.all());
    all.addAll(ShelfAlgorithm.all(List.copyOf(all)));
    all.addAll(BarrierAlgorithms.all());
    all.addAll(DataMovementAlgorithms.all());
    all.addAll(ReductionAlgorithms.all());
    all.addAll(SlicesAlgorithm.all(List.copyOf(all)));
    all.addAll(BoardAlgorithm.all(List.copyOf(all)));
    all.sort(Comparator.comparing(Algorithm::kind));
    return List.copyOf(all);
  }

  /** All algorithms, by collective. */
  public static List<Algorithm> all() {
    return ALL;
  }

  /** The algorithms of one collective. */
  public static List<Algorithm> of(CollectiveKind kind) {
    return ALL.stream().filter(algorithm -> algorithm.kind() == kind).toList();
  }

  /**
   * The algorithm of a collective with a name.
   *
   * @throws IllegalArgumentException if there is no such algorithm; the message lists the names
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

  /** The algorithms of one collective that keep the order of operands, as specifications. */
  public static String namesInOrder(CollectiveKind kind) {
    return of(kind).stream()
        .filter(algorithm -> algorithm.keepsOrder(Parameters.DEFAULT))
        .map(algorithm -> kind.label() + "=" + algorithm.name())
        .collect(Collectors.joining(" or "));
  }
}
