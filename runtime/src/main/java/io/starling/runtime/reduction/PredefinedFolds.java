package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;

/**
 * Makes the fold for a predefined operator and a type: with vectors where the JVM was started with
 * {@code --add-modules jdk.incubator.vector}, else in plain Java with the same results.
 */
final class PredefinedFolds {

  private PredefinedFolds() {}

  static Fold of(Operation operation, BasicDatatype type) {
    return vectorsArePresent() ? vector(operation, type) : plain(operation, type);
  }

  static Fold plain(Operation operation, BasicDatatype type) {
    return elementSteps(operation, type).toFold();
  }

  /** Loads the Vector API: only where {@link #vectorsArePresent}. */
  static Fold vector(Operation operation, BasicDatatype type) {
    return VectorSteps.widen(elementSteps(operation, type), operation, type).toFold();
  }

  static boolean vectorsArePresent() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }

  private static Steps elementSteps(Operation operation, BasicDatatype type) {
    return Steps.narrow(NarrowSteps.of(operation, type), type.extent());
  }
}
