package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.Pairs;
import io.starling.mpi.PredefinedOperator.Locations;
import java.lang.foreign.ValueLayout;

/**
 * Where the elements of a datatype are in an array. Objects are counted like the elements of an
 * {@code int[]}, so that one type map serves both.
 *
 * <pre>
 * row    the elements are consecutive and in order: count x size elements of the array
 * gappy  all others: packed into an array of their own, and unpacked from one
 * </pre>
 *
 * @param kind what the elements are
 * @param code mpiJava's number of the base type
 * @param basic one element of the array
 * @param element the whole type
 * @param isRow whether elements are consecutive and in order
 * @param hasLower whether the lower bound was set by a marker, here or in a part
 * @param hasUpper the same for the upper bound
 * @param size elements of the array that one element of the type has
 * @param extent elements of the array from one element of the type to the next
 * @param shift elements of the array from the address of an element to its first one, if negative
 */
record Layout(
    Kind kind,
    int code,
    ElementType basic,
    ElementType element,
    boolean isRow,
    boolean hasLower,
    boolean hasUpper,
    int size,
    int extent,
    int shift) {

  /** What the elements are. */
  enum Kind {
    /** Elements of an array of primitives. */
    PRIMITIVE,
    /** Elements of an array of objects. */
    OBJECT,
    /** The content of a buffer. */
    PACKED,
    /** None: markers, and structures of them. */
    NONE
  }

  static Layout primitive(int code, ElementType basic) {
    return new Layout(Kind.PRIMITIVE, code, basic, basic, true, false, false, 1, 1, 0);
  }

  /** A value and its place in two elements; MAXLOC and MINLOC are defined on it. */
  static Layout pair(Layout layout, ValueLayout value) {
    ElementType basic = layout.basic;
    ElementType two = basic.contiguous(2);
    int bytes = 2 * basic.base().bytes();
    ElementType pair =
        ElementType.pair(
            basic.base(),
            two.datatype(),
            basic.base().bytes(),
            bytes,
            bytes,
            Locations.of(new Pairs(value, value)));
    return new Layout(Kind.PRIMITIVE, layout.code, basic, pair, true, false, false, 2, 2, 0);
  }

  static Layout objects(int code, ElementType slot) {
    return new Layout(Kind.OBJECT, code, slot, slot, true, false, false, 1, 1, 0);
  }

  static Layout packed(int code, ElementType item) {
    return new Layout(Kind.PACKED, code, item, item, true, false, false, 1, 1, 0);
  }

  static Layout nothing(int code, ElementType item) {
    return new Layout(Kind.NONE, code, item, item, true, false, false, 1, 1, 0);
  }

  static Layout marker(int code, ElementType item, boolean isLower) {
    ElementType none = item.contiguous(0);
    return new Layout(Kind.NONE, code, item, none, true, isLower, !isLower, 0, 0, 0);
  }

  /** The layout of a type that is made of this one. */
  Layout derived(ElementType made, boolean isRowNow) {
    boolean isAny = made.size() > 0 || made.extent() > 0;
    int first = made.trueLowerBound();
    return new Layout(
        kind,
        code,
        basic,
        made,
        isRowNow && made.extent() == made.size() && first == 0,
        isAny && hasLower,
        isAny && hasUpper,
        made.size(),
        made.extent(),
        Math.min(0, first));
  }

  private Layout bounded(boolean isLowerSet, boolean isUpperSet) {
    return new Layout(
        kind, code, basic, element, isRow, isLowerSet, isUpperSet, size, extent, shift);
  }

  Layout contiguous(int count) {
    return derived(element.contiguous(count), isRow);
  }

  Layout vector(int count, int blockLength, int stride) {
    return derived(
        element.vector(count, blockLength, stride), isRow && (count <= 1 || stride == blockLength));
  }

  Layout hvector(int count, int blockLength, int stride) {
    long bytes = (long) stride * basic.base().bytes();
    return derived(
        element.hvector(count, blockLength, bytes),
        isRow && (count <= 1 || stride == blockLength * extent));
  }

  Layout indexed(int[] blockLengths, int... displacements) {
    return derived(
        element.indexed(blockLengths, displacements),
        isRow && isSequence(blockLengths, displacements));
  }

  Layout hindexed(int[] blockLengths, int... displacements) {
    return derived(
        element.hindexed(blockLengths, bytes(displacements, basic.base())),
        isRow && size == 1 && isSequence(blockLengths, displacements));
  }

  private static boolean isSequence(int[] blockLengths, int... displacements) {
    int place = 0;
    for (int i = 0; i < blockLengths.length; i++) {
      if (displacements[i] != place) {
        return false;
      }
      place += blockLengths[i];
    }
    return true;
  }

  private static int[] bytes(int[] displacements, Base base) {
    int[] bytes = new int[displacements.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = Math.multiplyExact(displacements[i], base.bytes());
    }
    return bytes;
  }

  /**
   * Parts of several types over one base; markers have none. Bounds go from the lowest to the
   * highest element that is there, unless a marker sets them.
   */
  static Layout struct(int[] blockLengths, int[] displacements, Layout... parts) {
    if (blockLengths.length != parts.length || displacements.length != parts.length) {
      throw new Failure(
          ErrorClass.ARG,
          "%d block lengths, %d displacements and %d types; there must be one of each"
              .formatted(blockLengths.length, displacements.length, parts.length));
    }
    Layout base = base(parts);
    ElementType[] types = new ElementType[parts.length];
    int[] lengths = blockLengths.clone();
    Bounds bounds = new Bounds();
    for (int i = 0; i < parts.length; i++) {
      boolean isMarker = parts[i].kind == Kind.NONE;
      bounds.add(parts[i], blockLengths[i], displacements[i]);
      types[i] = isMarker ? base.basic : parts[i].element;
      lengths[i] = isMarker ? 0 : blockLengths[i];
    }
    ElementType all =
        ElementType.struct(
            base.basic.base(), lengths, bytes(displacements, base.basic.base()), types);
    ElementType made = bounds.applyTo(all);
    boolean isRow = parts.length == 1 && parts[0].isRow && displacements[0] == 0;
    return base.derived(made, isRow).bounded(bounds.isLowerSet, bounds.isUpperSet);
  }

  private static Layout base(Layout... parts) {
    Layout base = null;
    for (Layout part : parts) {
      if (part.kind == Kind.NONE) {
        continue;
      }
      if (base != null && base.code != part.code) {
        throw new Failure(ErrorClass.TYPE, "the parts of a structure have one base type");
      }
      base = part;
    }
    return base == null ? Datatype.nothing() : base;
  }

  /** The bounds of a structure, in elements. */
  private static final class Bounds {
    private boolean isLowerSet;
    private boolean isUpperSet;
    private int lower = Integer.MAX_VALUE;
    private int upper = Integer.MIN_VALUE;

    void add(Layout part, int count, int displacement) {
      if (count <= 0) {
        return;
      }
      int first = displacement + part.element.lowerBound();
      int end = first + count * part.extent;
      boolean isAny = part.size > 0;
      if (part.hasLower || (isAny && !isLowerSet)) {
        lower = part.hasLower && !isLowerSet ? first : Math.min(lower, first);
        isLowerSet |= part.hasLower;
      }
      if (part.hasUpper || (isAny && !isUpperSet)) {
        upper = part.hasUpper && !isUpperSet ? end : Math.max(upper, end);
        isUpperSet |= part.hasUpper;
      }
    }

    ElementType applyTo(ElementType all) {
      if (lower == Integer.MAX_VALUE && upper == Integer.MIN_VALUE) {
        return all;
      }
      int from = lower == Integer.MAX_VALUE ? Math.min(0, upper) : lower;
      int to = upper == Integer.MIN_VALUE ? from : upper;
      if (to < from) {
        throw new Failure(
            ErrorClass.ARG, "the upper bound is %d, below the lower bound %d".formatted(to, from));
      }
      long bytes = all.base().bytes();
      return from == all.lowerBound() && to - from == all.extent()
          ? all
          : all.resized(from * bytes, (to - from) * bytes);
    }
  }
}
