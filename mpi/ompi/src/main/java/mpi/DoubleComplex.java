package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** A view of a complex number: its real part, and its imaginary part after it. */
public final class DoubleComplex {

  private final DoubleBuffer buffer;
  private final int offset;

  private DoubleComplex(DoubleBuffer buffer, int index) {
    this.buffer = buffer;
    this.offset = Math.multiplyExact(index, 2);
  }

  /**
   * The first number of a buffer.
   *
   * @param buffer its parts, two for each number
   * @return a view
   */
  public static DoubleComplex get(DoubleBuffer buffer) {
    return new DoubleComplex(buffer, 0);
  }

  /**
   * A number of a buffer.
   *
   * @param buffer its parts, two for each number
   * @param index of the number
   * @return a view
   */
  public static DoubleComplex get(DoubleBuffer buffer, int index) {
    return new DoubleComplex(buffer, index);
  }

  /**
   * The first number of a buffer.
   *
   * @param buffer its parts, two for each number, in the order of the buffer
   * @return a view
   */
  public static DoubleComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number of a buffer.
   *
   * @param buffer its parts, two for each number, in the order of the buffer
   * @param index of the number
   * @return a view
   */
  public static DoubleComplex get(ByteBuffer buffer, int index) {
    return get(buffer.duplicate().clear().order(buffer.order()).asDoubleBuffer(), index);
  }

  /**
   * The first number of an array.
   *
   * @param array its parts, two for each number
   * @return a view
   */
  public static DoubleComplex get(double[] array) {
    return get(array, 0);
  }

  /**
   * A number of an array.
   *
   * @param array its parts, two for each number
   * @param index of the number
   * @return a view
   */
  public static DoubleComplex get(double[] array, int index) {
    return get(DoubleBuffer.wrap(array), index);
  }

  /**
   * The real part.
   *
   * @return that of the number
   */
  public double getReal() {
    return buffer.get(offset);
  }

  /**
   * The imaginary part.
   *
   * @return that of the number
   */
  public double getImag() {
    return buffer.get(offset + 1);
  }

  /**
   * Sets the real part.
   *
   * @param real the new one
   */
  public void putReal(double real) {
    buffer.put(offset, real);
  }

  /**
   * Sets the imaginary part.
   *
   * @param imag the new one
   */
  public void putImag(double imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The parts from this number on.
   *
   * @return the buffer itself for its first number, else a slice
   */
  public DoubleBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
