package io.starling.runtime.datatype;

import io.starling.runtime.Datatype;
import java.util.List;

/**
 * The components of a type: its data, its bounds and its basic elements. All of MPI's constructors
 * are repetitions, shifts and lists of shapes (MPI 4.1, section 5.1.2).
 *
 * @param lower the lower bound, 0 unless {@code isBounded}
 * @param upper the upper bound
 * @param isBounded whether the shape has any bounds
 */
record TypeShape(TypeMap map, long lower, long upper, boolean isBounded, Signature signature) {

  static final TypeShape EMPTY = new TypeShape(Block.EMPTY, 0, 0, false, Signature.EMPTY);

  static TypeShape of(Datatype any) {
    MappedDatatype type = MappedDatatype.of(any);
    long upper = Math.addExact(type.lowerBound(), type.extent());
    return new TypeShape(type.map(), type.lowerBound(), upper, true, type.signature());
  }

  long extent() {
    return Math.subtractExact(upper, lower);
  }

  /** This shape repeated, at a distance in bytes. */
  TypeShape repeated(long count, long stride) {
    if (count == 0 || !isBounded) {
      return EMPTY;
    }
    long reach = Math.multiplyExact(count - 1, stride);
    return new TypeShape(
        TypeMap.repeated(count, stride, map),
        Math.addExact(lower, Math.min(0, reach)),
        Math.addExact(upper, Math.max(0, reach)),
        true,
        signature.times(count));
  }

  TypeShape shifted(long bytes) {
    return isBounded
        ? new TypeShape(
            map.size() == 0 ? map : map.shifted(bytes),
            Math.addExact(lower, bytes),
            Math.addExact(upper, bytes),
            true,
            signature)
        : this;
  }

  TypeShape resized(long lowerBound, long extent) {
    return new TypeShape(map, lowerBound, Math.addExact(lowerBound, extent), true, signature);
  }

  /** A sequence of shapes. */
  static TypeShape all(List<TypeShape> shapes) {
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;
    boolean isBounded = false;
    Signature signature = Signature.EMPTY;
    for (TypeShape shape : shapes) {
      if (shape.isBounded) {
        isBounded = true;
        lower = Math.min(lower, shape.lower);
        upper = Math.max(upper, shape.upper);
        signature = signature.then(shape.signature);
      }
    }
    return isBounded
        ? new TypeShape(
            Sequence.of(shapes.stream().map(TypeShape::map).toList()),
            lower,
            upper,
            true,
            signature)
        : EMPTY;
  }
}
