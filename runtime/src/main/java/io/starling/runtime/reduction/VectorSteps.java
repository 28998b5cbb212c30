package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;

/** Chooses the wide step for an operation on a type. Loads the Vector API. */
final class VectorSteps {

  private static final long WIDTH = VectorShape.preferredShape().vectorBitSize() / Byte.SIZE;

  private VectorSteps() {}

  /** Adds the wide step, if there is one. Value-index pairs reach 10 GB/s without. */
  static Steps widen(Steps steps, Operation operation, BasicDatatype type) {
    return switch (type) {
      case INT8 -> steps.withWide(integers(IntegerVectorSteps.Bytes.class, operation), WIDTH);
      case UINT8 -> steps.withWide(unsignedBytes(operation), WIDTH);
      case INT16 -> steps.withWide(integers(IntegerVectorSteps.Shorts.class, operation), WIDTH);
      case INT32 -> steps.withWide(integers(IntegerVectorSteps.Ints.class, operation), WIDTH);
      case INT64 -> steps.withWide(integers(IntegerVectorSteps.Longs.class, operation), WIDTH);
      case FLOAT16 -> steps.withWide(floating(HalfVectorSteps.Float16s.class, operation), WIDTH);
      case BFLOAT16 -> steps.withWide(floating(HalfVectorSteps.Bfloat16s.class, operation), WIDTH);
      case FLOAT32 -> steps.withWide(floating(FloatingVectorSteps.Floats.class, operation), WIDTH);
      case FLOAT64 -> steps.withWide(floating(FloatingVectorSteps.Doubles.class, operation), WIDTH);
      case COMPLEX64 ->
          steps.withWide(
              operation == Operation.SUM
                  ? floating(FloatingVectorSteps.Floats.class, operation)
                  : new ComplexVectorSteps.FloatProducts(),
              WIDTH);
      case COMPLEX128 ->
          steps.withWide(
              operation == Operation.SUM
                  ? floating(FloatingVectorSteps.Doubles.class, operation)
                  : new ComplexVectorSteps.DoubleProducts(),
              WIDTH);
      case INT32_INDEX, INT64_INDEX, FLOAT32_INDEX, FLOAT64_INDEX -> steps;
    };
  }

  private static Step integers(Class<? extends Step> template, Operation operation) {
    return HiddenCopy.of(
        template,
        Step.class,
        new IntegerVectorSteps.Lanewise(lanewise(operation), operation.isLogical()));
  }

  private static Step unsignedBytes(Operation operation) {
    VectorOperators.Associative lanewise =
        switch (operation) {
          case MAX -> VectorOperators.UMAX;
          case MIN -> VectorOperators.UMIN;
          default -> lanewise(operation);
        };
    return HiddenCopy.of(
        IntegerVectorSteps.Bytes.class,
        Step.class,
        new IntegerVectorSteps.Lanewise(lanewise, operation.isLogical()));
  }

  private static Step floating(Class<? extends Step> template, Operation operation) {
    return HiddenCopy.of(template, Step.class, lanewise(operation));
  }

  private static VectorOperators.Associative lanewise(Operation operation) {
    return switch (operation) {
      case MAX -> VectorOperators.MAX;
      case MIN -> VectorOperators.MIN;
      case SUM -> VectorOperators.ADD;
      case PRODUCT -> VectorOperators.MUL;
      case LOGICAL_AND, BITWISE_AND -> VectorOperators.AND;
      case LOGICAL_OR, BITWISE_OR -> VectorOperators.OR;
      case LOGICAL_XOR, BITWISE_XOR -> VectorOperators.XOR;
      case MAXIMUM_LOCATION, MINIMUM_LOCATION -> throw new AssertionError(operation);
    };
  }
}
