package io.starling.bench.compare;

import io.starling.bench.FoldOptions;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.Set;

/** The reductions that every MPI library has too. */
final class ComparableFolds {

  private static final Set<BasicDatatype> TYPES =
      Set.of(
          BasicDatatype.INT8,
          BasicDatatype.UINT8,
          BasicDatatype.INT16,
          BasicDatatype.INT32,
          BasicDatatype.INT64,
          BasicDatatype.FLOAT32,
          BasicDatatype.FLOAT64);

  private static final Set<String> OPERATORS =
      Set.of("sum", "prod", "min", "max", "band", "bor", "bxor", "land", "lor", "lxor");

  private ComparableFolds() {}

  /**
   * Checks that there is a counterpart in MPI.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static void check(FoldOptions fold) {
    if (!TYPES.contains(fold.type())) {
      throw new IllegalArgumentException(
          "--datatype: MPI has no counterpart of %s".formatted(fold.typeLabel()));
    }
    if (!OPERATORS.contains(fold.operator().name())) {
      throw new IllegalArgumentException(
          "--operator must be one of %s, not %s"
              .formatted(
                  String.join(", ", OPERATORS.stream().sorted().toList()), fold.operator().name()));
    }
  }
}
