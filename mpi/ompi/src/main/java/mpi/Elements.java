package mpi;

import io.starling.mpi.ElementType;

/** Counts elements in bytes of a message. A pair has two basic elements. */
final class Elements {

  private Elements() {}

  /** The whole elements of a size, or UNDEFINED. */
  static long whole(long bytes, long size) {
    if (size == 0) {
      return bytes == 0 ? 0 : Values.UNDEFINED;
    }
    return bytes % size == 0 ? bytes / size : Values.UNDEFINED;
  }

  /** The basic elements, or UNDEFINED if the last one is not whole. */
  static long basic(long bytes, ElementType type) {
    long parts = type.datatype().size() == 0 ? 0 : type.partsOf(bytes);
    return parts < 0 ? Values.UNDEFINED : parts;
  }

  /** The bytes of so many basic elements. */
  static long bytes(long count, ElementType type) {
    long parts = type.parts();
    return parts == 0 ? 0 : count * type.datatype().size() / parts;
  }
}
