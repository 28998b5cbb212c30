package io.starling.bench.soak;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.util.Locale;

/** A wrong argument, passed on purpose: a soak that can't fail shows nothing. */
enum Fault {
  /** Nothing. */
  NONE,
  /** Every fold computes something else. */
  OPERATOR,
  /** Folds whose order matters take their operands the other way round. */
  ORDER,
  /** A broadcast has another root. */
  ROOT,
  /** A message loses its last element. */
  SHORT;

  static Fault named(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The operator that a reduction is called with. */
  ReductionOperator in(ReductionOperator sound) {
    return switch (this) {
      case OPERATOR -> FoldModel.LAST;
      case ORDER -> sound.commutative() ? sound : new Swapped(sound);
      case NONE, ROOT, SHORT -> sound;
    };
  }

  /** The root that a broadcast is called with. */
  int in(int root, int size) {
    return this == ROOT ? (root + 1) % size : root;
  }

  /** The message that is sent. */
  Buffer in(Buffer sound) {
    return this == SHORT && sound.count() > 0 ? sound.slice(0, sound.count() - 1) : sound;
  }

  /** Takes its operands the other way round. */
  private record Swapped(ReductionOperator operator) implements FoldingOperator {

    @Override
    public String name() {
      return operator.name();
    }

    @Override
    public boolean commutative() {
      return operator.commutative();
    }

    @Override
    public boolean supports(Datatype type) {
      return operator.supports(type);
    }

    @Override
    public Fold fold(Datatype type) {
      Fold sound = FoldingOperator.of(operator).fold(type);
      return (left, leftOffset, right, rightOffset, into, intoOffset, bytes) ->
          sound.fold(right, rightOffset, left, leftOffset, into, intoOffset, bytes);
    }
  }
}
