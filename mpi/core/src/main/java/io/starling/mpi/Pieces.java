package io.starling.mpi;

import java.util.List;

/**
 * What one element of a type consists of, in the order of a message.
 *
 * @param list empty for a predefined type
 * @param parts the elements of predefined types: two in a pair
 * @param size the bytes of these, without padding
 */
record Pieces(List<Piece> list, long parts, long size) {

  /** So many elements of a type. */
  record Piece(long count, ElementType type) {}

  static Pieces basic(long parts, long size) {
    return new Pieces(List.of(), parts, size);
  }

  static Pieces of(List<Piece> list) {
    return new Pieces(
        List.copyOf(list),
        list.stream().mapToLong(piece -> piece.count * piece.type.pieces().parts).sum(),
        list.stream().mapToLong(piece -> piece.count * piece.type.pieces().size).sum());
  }

  boolean isBasic() {
    return list.isEmpty() && parts > 0;
  }

  /** A predefined type of a value and an index. */
  boolean isPair() {
    return isBasic() && parts > 1;
  }

  /**
   * The length of a message of so many elements of predefined types.
   *
   * @param number of the elements
   * @param packed the length of one element of this type in a message
   * @return the bytes; half a pair is half of its bytes
   */
  long bytesOf(long number, long packed) {
    if (parts == 0) {
      return 0;
    }
    long bytes = number / parts * packed;
    long rest = number % parts;
    if (list.isEmpty()) {
      return bytes + rest * packed / parts;
    }
    for (Piece piece : list) {
      long inside = Math.min(rest, piece.count * piece.type.pieces().parts);
      bytes += piece.type.bytesOf(inside);
      rest -= inside;
    }
    return bytes;
  }

  /**
   * The elements of predefined types in the first bytes of a message.
   *
   * @param bytes the length of the message
   * @param packed the length of one element in a message
   * @return the number, or -1 if the last one is not whole
   */
  long partsOf(long bytes, long packed) {
    long whole = packed == 0 ? 0 : bytes / packed;
    long rest = bytes - whole * packed;
    long found = whole * parts;
    if (rest == 0 || isPair()) {
      return rest == 0 ? found : found + 1;
    }
    for (Piece piece : list) {
      long length = Math.min(rest, piece.count * piece.type.datatype().size());
      long inside = piece.type.partsOf(length);
      if (inside < 0) {
        return -1;
      }
      found += inside;
      rest -= length;
    }
    return rest == 0 && !list.isEmpty() ? found : -1;
  }
}
