package io.starling.mpi;

import java.util.Arrays;

/** The elements of a Java array that datatypes are made of: their units are counted in these. */
public enum Base {
  BYTE(byte[].class, Byte.BYTES),
  BOOLEAN(boolean[].class, Byte.BYTES),
  CHAR(char[].class, Character.BYTES),
  SHORT(short[].class, Short.BYTES),
  INT(int[].class, Integer.BYTES),
  LONG(long[].class, Long.BYTES),
  FLOAT(float[].class, Float.BYTES),
  DOUBLE(double[].class, Double.BYTES);

  private final Class<?> array;
  private final int bytes;

  Base(Class<?> array, int bytes) {
    this.array = array;
    this.bytes = bytes;
  }

  /**
   * The type of arrays of these elements.
   *
   * @return a class of arrays
   */
  public Class<?> array() {
    return array;
  }

  /**
   * The length of an element as it travels.
   *
   * @return 1 to 8
   */
  public int bytes() {
    return bytes;
  }

  /**
   * Whether an array of another class has elements of the same length, as a {@code short[]} has
   * those of a {@code char[]}. Programs may send such arrays: their bits travel.
   *
   * @param other the class of an array
   * @return true also for the class of this base
   */
  public boolean fits(Class<?> other) {
    return array.equals(other)
        || Arrays.stream(values())
            .anyMatch(base -> base.array.equals(other) && base.bytes == bytes);
  }
}
