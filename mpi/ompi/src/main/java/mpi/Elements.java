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

  /** The basic elements, or UNDEFINED, also where a structure of several types is not whole. */
  static long basic(long bytes, ElementType type) {
    long size = type.datatype().size();
    if (size == 0 || bytes % size == 0) {
      return size == 0 ? 0 : bytes / size * type.parts();
    }
    if (type.locations().isPresent()) {
      return bytes / size * type.parts() + 1;
    }
    boolean isUniform = size == type.parts() * type.base().bytes();
    return isUniform ? whole(bytes, type.base().bytes()) : Values.UNDEFINED;
  }

  /** The bytes of so many basic elements. */
  static long bytes(long count, ElementType type) {
    long parts = type.parts();
    return parts == 0 ? 0 : count * type.datatype().size() / parts;
  }
}
