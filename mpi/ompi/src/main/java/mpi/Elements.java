package mpi;

import io.starling.mpi.ElementType;

/** Counts elements in bytes of a message. A predefined pair is one element, as in Open MPI. */
final class Elements {

  private Elements() {}

  /** The whole elements of a size, or UNDEFINED. Of a type without data there are none. */
  static long whole(long bytes, long size) {
    if (size == 0) {
      return 0;
    }
    return bytes % size == 0 ? bytes / size : Values.UNDEFINED;
  }

  /** The basic elements, or UNDEFINED if the last one is not whole. */
  static long basic(long bytes, ElementType type) {
    long size = type.datatype().size();
    if (size == 0 || type.isPair()) {
      return whole(bytes, size);
    }
    long parts = type.partsOf(bytes);
    return parts < 0 ? Values.UNDEFINED : parts;
  }

  /** The bytes of so many basic elements. */
  static long bytes(long count, ElementType type) {
    return type.isPair() ? count * type.datatype().size() : type.bytesOf(count);
  }
}
