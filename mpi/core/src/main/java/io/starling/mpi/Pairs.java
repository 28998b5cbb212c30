package io.starling.mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.starling.runtime.UserFunction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Pairs of a value and its place, one after the other without gaps, for MAXLOC and MINLOC.
 *
 * @param value the layout of the value, of any alignment
 * @param place the layout of what follows it
 */
public record Pairs(ValueLayout value, ValueLayout place) {

  /**
   * Keeps one of two pairs. Of equal values, the one with the least place (MPI 4.1, section 6.9.4).
   *
   * @param sign 1 to keep the greater value, -1 to keep the lesser one
   */
  UserFunction keeping(int sign) {
    long placeAt = value.byteSize();
    long bytes = placeAt + place.byteSize();
    return (left, right, into, count, _) -> {
      for (long i = 0; i < count; i++) {
        long at = i * bytes;
        int values = sign * compare(value, left, right, at);
        int places = compare(place, left, right, at + placeAt);
        boolean isLeft = values > 0 || (values == 0 && places <= 0);
        // With layouts, as the JDK's copy without them is not safe for few bytes: decision 72.
        MemorySegment.copy(isLeft ? left : right, JAVA_BYTE, at, into, JAVA_BYTE, at, bytes);
      }
    };
  }

  private static int compare(ValueLayout layout, MemorySegment left, MemorySegment right, long at) {
    return switch (layout) {
      case ValueLayout.OfShort shorts -> Short.compare(left.get(shorts, at), right.get(shorts, at));
      case ValueLayout.OfInt ints -> Integer.compare(left.get(ints, at), right.get(ints, at));
      case ValueLayout.OfLong longs -> Long.compare(left.get(longs, at), right.get(longs, at));
      case ValueLayout.OfFloat floats -> Float.compare(left.get(floats, at), right.get(floats, at));
      case ValueLayout.OfDouble doubles ->
          Double.compare(left.get(doubles, at), right.get(doubles, at));
      default -> throw new AssertionError(layout);
    };
  }
}
