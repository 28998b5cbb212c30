package mpi;

import io.starling.mpi.ElementType;

/** Counts elements in bytes of a message. A pair has two basic elements. */
final class Elements {

  private static final int OF_A_PAIR = 2;

  private Elements() {}

  /** The whole elements of a size, or UNDEFINED. */
  static long whole(long bytes, long size) {
    if (size == 0) {
      return bytes == 0 ? 0 : Values.UNDEFINED;
    }
    return bytes % size == 0 ? bytes / size : Values.UNDEFINED;
  }

  /** The basic elements, or UNDEFINED. Those of a derived type are elements of its base. */
  static long basic(long bytes, ElementType type) {
    long size = type.datatype().size();
    if (type.locations().isPresent()) {
      long rest = bytes % size;
      return bytes / size * OF_A_PAIR + (rest == 0 ? 0 : 1);
    }
    return whole(bytes, type.isBasic() ? size : type.base().bytes());
  }

  /** The bytes of so many basic elements. */
  static long bytes(long count, ElementType type) {
    long size = type.datatype().size();
    if (type.locations().isPresent()) {
      return count * size / OF_A_PAIR;
    }
    return count * (type.isBasic() ? size : type.base().bytes());
  }
}
