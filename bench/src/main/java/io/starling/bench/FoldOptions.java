package io.starling.bench;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.ReductionOperator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What reductions do. */
public final class FoldOptions {

  @Option(
      names = "--datatype",
      paramLabel = "TYPE",
      converter = Converters.Type.class,
      defaultValue = "float32",
      description = "what a reduction folds (${DEFAULT-VALUE})")
  private BasicDatatype type;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      converter = Converters.Operator.class,
      defaultValue = "sum",
      description = "what it folds with (${DEFAULT-VALUE})")
  private ReductionOperator operator;

  /** For picocli. */
  public FoldOptions() {}

  /** The type of an element. */
  public BasicDatatype type() {
    return type;
  }

  /** The type's name on the command line. */
  public String typeLabel() {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** What elements are folded with. */
  public ReductionOperator operator() {
    return operator;
  }

  /**
   * Checks that messages of these sizes can be folded.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public void check(List<Long> sizes) {
    if (!operator.supports(type)) {
      throw new IllegalArgumentException(
          "the operator %s is not defined for %s".formatted(operator.name(), type));
    }
    for (long size : sizes) {
      if (size % type.extent() != 0) {
        throw new IllegalArgumentException(
            "%d bytes hold no whole number of %s, which has %d bytes"
                .formatted(size, type, type.extent()));
      }
    }
  }
}
