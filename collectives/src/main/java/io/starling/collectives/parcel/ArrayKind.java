package io.starling.collectives.parcel;

import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.reflect.Array;

/** The primitive arrays. Their order is their number in messages. */
enum ArrayKind {
  BYTE(byte.class, Byte.BYTES),
  BOOLEAN(boolean.class, Byte.BYTES),
  CHAR(char.class, Character.BYTES),
  SHORT(short.class, Short.BYTES),
  INT(int.class, Integer.BYTES),
  LONG(long.class, Long.BYTES),
  FLOAT(float.class, Float.BYTES),
  DOUBLE(double.class, Double.BYTES);

  private static final ArrayKind[] ALL = values();

  private final Class<?> element;
  private final int bytes;

  ArrayKind(Class<?> element, int bytes) {
    this.element = element;
    this.bytes = bytes;
  }

  /** The kind of an array; null for all other objects. */
  static ArrayKind of(Object object) {
    return switch (object) {
      case byte[] _ -> BYTE;
      case boolean[] _ -> BOOLEAN;
      case char[] _ -> CHAR;
      case short[] _ -> SHORT;
      case int[] _ -> INT;
      case long[] _ -> LONG;
      case float[] _ -> FLOAT;
      case double[] _ -> DOUBLE;
      case null, default -> null;
    };
  }

  static boolean isOne(int number) {
    return number >= 0 && number < ALL.length;
  }

  static ArrayKind numbered(int number) {
    return ALL[number];
  }

  Class<?> type() {
    return element.arrayType();
  }

  long bytes(int length) {
    return (long) bytes * length;
  }

  Object allocate(int length) {
    return Array.newInstance(element, length);
  }

  /** The bytes of a primitive array. */
  static Memory memory(Object array) {
    return MemoryBuffer.of(buffer(array)).memory();
  }

  static Buffer buffer(Object array) {
    return switch (array) {
      case byte[] bytes -> Buffer.of(bytes);
      case boolean[] booleans -> Buffer.of(booleans);
      case char[] chars -> Buffer.of(chars);
      case short[] shorts -> Buffer.of(shorts);
      case int[] ints -> Buffer.of(ints);
      case long[] longs -> Buffer.of(longs);
      case float[] floats -> Buffer.of(floats);
      case double[] doubles -> Buffer.of(doubles);
      default -> throw new AssertionError(array.getClass());
    };
  }
}
