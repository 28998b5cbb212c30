package io.starling.mpi;

import io.starling.runtime.Datatype;
import java.nio.ByteOrder;

/**
 * MPI's representation external32 (MPI 4.1, section 14.5.2): numbers with their highest byte first.
 * Java's have the right sizes, so it is an order of bytes, and a datatype says that.
 */
final class Portable {

  private static final boolean IS_NATIVE = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

  private Portable() {}

  /** Numbers in a row. */
  static Datatype numbers(long count, int bytes) {
    return Datatype.contiguous(count, number(bytes));
  }

  private static Datatype number(int bytes) {
    if (IS_NATIVE || bytes == 1) {
      return Datatype.contiguous(bytes, Datatype.INT8);
    }
    long[] fromLast = new long[bytes];
    for (int i = 0; i < bytes; i++) {
      fromLast[i] = bytes - 1L - i;
    }
    return Datatype.indexedBlock(1, fromLast, Datatype.INT8);
  }

  /**
   * A value and an int, with the padding that travels.
   *
   * @param pair as it is in memory
   * @param size bytes of value and place
   * @param end of the place
   */
  static Datatype pair(Datatype pair, long size, long end) {
    int value = (int) size - Integer.BYTES;
    Datatype fields =
        Datatype.struct(
            new Datatype.Field(0, number(value)),
            new Datatype.Field(end - Integer.BYTES, number(Integer.BYTES)),
            new Datatype.Field(end, pair.size() - size, Datatype.INT8));
    return Datatype.resized(0, pair.extent(), fields);
  }
}
