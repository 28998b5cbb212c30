package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;
import jdk.incubator.vector.VectorOperators;

/**
 * Makes folds with the Vector API; to be loaded only if the JVM has the module. Value-index pairs
 * have no vector loops: their plain loops reach 5 (float) to 25 GB/s (long).
 */
final class VectorFolds {

  private static final int VECTORS = 4;

  private VectorFolds() {}

  static NativeFold of(PredefinedOperation operation, BasicDatatype type) {
    return switch (type) {
      case INT8, UINT8 -> loop(IntegerVectorFolds.Bytes.class, operation, type);
      case INT16 -> loop(IntegerVectorFolds.Shorts.class, operation, type);
      case INT32 -> loop(IntegerVectorFolds.Ints.class, operation, type);
      case INT64 -> loop(IntegerVectorFolds.Longs.class, operation, type);
      case BFLOAT16 -> loop(FloatingVectorFolds.Bfloat16s.class, operation, type);
      case FLOAT32 -> loop(FloatingVectorFolds.Floats.class, operation, type);
      case FLOAT64 -> loop(FloatingVectorFolds.Doubles.class, operation, type);
      case COMPLEX64 ->
          operation == PredefinedOperation.SUM
              ? loop(FloatingVectorFolds.Floats.class, operation, type)
              : loop(ComplexVectorFolds.FloatProducts.class, operation, type);
      case COMPLEX128 ->
          operation == PredefinedOperation.SUM
              ? loop(FloatingVectorFolds.Doubles.class, operation, type)
              : loop(ComplexVectorFolds.DoubleProducts.class, operation, type);
      case FLOAT16 -> ArrayFolds.of(operation, type);
      case INT32_INDEX, INT64_INDEX, FLOAT32_INDEX, FLOAT64_INDEX -> Elements.fold(operation, type);
    };
  }

  /** Several vectors per iteration, then one vector per iteration, then single elements. */
  private static NativeFold loop(
      Class<? extends NativeFold> template, PredefinedOperation operation, BasicDatatype type) {
    VectorOperators.Associative lanewise = lanewise(operation, type == BasicDatatype.UINT8);
    boolean ofTruths = operation.isLogical();
    NativeFold single =
        copy(template, new VectorLoop(lanewise, ofTruths, 1, Elements.fold(operation, type)));
    return copy(template, new VectorLoop(lanewise, ofTruths, VECTORS, single));
  }

  private static NativeFold copy(Class<? extends NativeFold> template, VectorLoop loop) {
    return HiddenCopy.of(template, NativeFold.class, loop);
  }

  private static VectorOperators.Associative lanewise(
      PredefinedOperation operation, boolean unsigned) {
    return switch (operation) {
      case MAX -> unsigned ? VectorOperators.UMAX : VectorOperators.MAX;
      case MIN -> unsigned ? VectorOperators.UMIN : VectorOperators.MIN;
      case SUM -> VectorOperators.ADD;
      case PRODUCT -> VectorOperators.MUL;
      case LOGICAL_AND, BITWISE_AND -> VectorOperators.AND;
      case LOGICAL_OR, BITWISE_OR -> VectorOperators.OR;
      case LOGICAL_XOR, BITWISE_XOR -> VectorOperators.XOR;
      case MAXIMUM_LOCATION, MINIMUM_LOCATION -> throw new AssertionError(operation);
    };
  }
}
