package io.starling.runtime.datatype;

/**
 * The basic elements of a message in their order, without their places: what MPI's rules of type
 * matching compare (MPI 4.1, section 3.3.1).
 *
 * @param count the number of basic elements
 * @param basic their type, or null if there are several
 * @param hash of the types in their order
 */
public record Signature(long count, BasicDatatype basic, long hash) {

  static final Signature EMPTY = new Signature(0, null, 0);

  /** Odd, so that its powers are never 0. */
  private static final long BASE = 0x9E3779B97F4A7C15L;

  static Signature of(BasicDatatype type) {
    return new Signature(1, type, type.ordinal() + 1L);
  }

  /** This signature followed by another one. */
  Signature then(Signature next) {
    if (count == 0) {
      return next;
    }
    if (next.count == 0) {
      return this;
    }
    return new Signature(
        Math.addExact(count, next.count),
        basic == next.basic ? basic : null,
        hash * power(next.count) + next.hash);
  }

  private static long power(long exponent) {
    long result = 1;
    long square = BASE;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }

  /** This signature repeated. */
  public Signature times(long factor) {
    Signature result = new Signature(0, basic, 0);
    Signature square = this;
    for (long rest = count == 0 ? 0 : factor; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        result = result.then(square);
      }
      if (rest > 1) {
        square = square.then(square);
      }
    }
    return result;
  }

  /** A text such as {@code 12 x FLOAT64}. */
  @Override
  public String toString() {
    return basic != null
        ? count + " x " + basic
        : "%d elements of several types (signature %x)".formatted(count, hash);
  }
}
