package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;

/**
 * Makes the fold for a predefined operator and a type: with vectors if the JVM was started with
 * {@code --add-modules jdk.incubator.vector}, otherwise in plain Java with the same results.
 */
final class PredefinedFolds {

  private PredefinedFolds() {}

  static Fold of(PredefinedOperation operation, BasicDatatype type) {
    return vectorsArePresent() ? vector(operation, type) : plain(operation, type);
  }

  static Fold plain(PredefinedOperation operation, BasicDatatype type) {
    return ArrayFolds.of(operation, type).checked();
  }

  /** Loads the Vector API; to be used only if {@link #vectorsArePresent}. */
  static Fold vector(PredefinedOperation operation, BasicDatatype type) {
    return VectorFolds.of(operation, type).checked();
  }

  static boolean vectorsArePresent() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
