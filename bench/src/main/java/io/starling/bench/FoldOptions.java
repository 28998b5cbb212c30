package io.starling.bench;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
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
      description = "the datatype of reductions (${DEFAULT-VALUE})")
  private BasicDatatype type;

  @Option(
      names = "--operator",
      paramLabel = "NAME",
      converter = Converters.Operator.class,
      defaultValue = "sum",
      description = "the operator of reductions (${DEFAULT-VALUE})")
  private ReductionOperator operator;

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
          "--operator %s is not defined for --datatype %s".formatted(operator.name(), typeLabel()));
    }
    for (long size : sizes) {
      if (size % type.extent() != 0) {
        throw new IllegalArgumentException(
            "--sizes must be multiples of %d bytes for --datatype %s, not %d"
                .formatted(type.extent(), typeLabel(), size));
      }
    }
  }
}
