package io.starling.runtime.datatype;

import java.util.List;

/**
 * What a type is made of: its data, its bounds and its basic elements. All of MPI's constructors
 * are repetitions, shifts and lists of shapes (MPI 4.1, section 5.1.2).
 *
 * @param lower the lower bound, 0 where {@code isBounded} is not
 * @param upper the upper bound
 * @param isBounded whether there is anything that has bounds
 */
record Shape(TypeMap map, long lower, long upper, boolean isBounded, Signature signature) {

  static final Shape EMPTY = new Shape(Block.EMPTY, 0, 0, false, Signature.EMPTY);

  static Shape of(Datatype type) {
    long upper = Math.addExact(type.lowerBound(), type.extent());
    return new Shape(type.map(), type.lowerBound(), upper, true, type.signature());
  }

  long extent() {
    return Math.subtractExact(upper, lower);
  }

  /** This one so many times, so many bytes apart. */
  Shape repeated(long count, long stride) {
    if (count == 0 || !isBounded) {
      return EMPTY;
    }
    long reach = Math.multiplyExact(count - 1, stride);
    return new Shape(
        TypeMap.repeated(count, stride, map),
        Math.addExact(lower, Math.min(0, reach)),
        Math.addExact(upper, Math.max(0, reach)),
        true,
        signature.times(count));
  }

  Shape shifted(long bytes) {
    return isBounded
        ? new Shape(
            map.size() == 0 ? map : map.shifted(bytes),
            Math.addExact(lower, bytes),
            Math.addExact(upper, bytes),
            true,
            signature)
        : this;
  }

  Shape resized(long lowerBound, long extent) {
    return new Shape(map, lowerBound, Math.addExact(lowerBound, extent), true, signature);
  }

  /** One after the other. */
  static Shape all(List<Shape> shapes) {
    long lower = Long.MAX_VALUE;
    long upper = Long.MIN_VALUE;
    Signature signature = Signature.EMPTY;
    for (Shape shape : shapes) {
      if (shape.isBounded) {
        lower = Math.min(lower, shape.lower);
        upper = Math.max(upper, shape.upper);
        signature = signature.then(shape.signature);
      }
    }
    return lower > upper
        ? EMPTY
        : new Shape(
            Sequence.of(shapes.stream().map(Shape::map).toList()), lower, upper, true, signature);
  }
}
