package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** A view of a complex number: its real part, and its imaginary part after it. */
public final class FloatComplex {

  private final FloatBuffer buffer;
  private final int offset;

  private FloatComplex(FloatBuffer buffer, int index) {
    this.buffer = buffer;
    this.offset = Math.multiplyExact(index, 2);
  }

  /**
   * The first number of a buffer.
   *
   * @param buffer its parts, two for each number
   * @return a view
   */
  public static FloatComplex get(FloatBuffer buffer) {
    return new FloatComplex(buffer, 0);
  }

  /**
   * A number of a buffer.
   *
   * @param buffer its parts, two for each number
   * @param index of the number
   * @return a view
   */
  public static FloatComplex get(FloatBuffer buffer, int index) {
    return new FloatComplex(buffer, index);
  }

  /**
   * The first number of a buffer.
   *
   * @param buffer its parts, two for each number, in the order of the buffer
   * @return a view
   */
  public static FloatComplex get(ByteBuffer buffer) {
    return get(buffer, 0);
  }

  /**
   * A number of a buffer.
   *
   * @param buffer its parts, two for each number, in the order of the buffer
   * @param index of the number
   * @return a view
   */
  public static FloatComplex get(ByteBuffer buffer, int index) {
    return get(buffer.duplicate().clear().order(buffer.order()).asFloatBuffer(), index);
  }

  /**
   * The first number of an array.
   *
   * @param array its parts, two for each number
   * @return a view
   */
  public static FloatComplex get(float[] array) {
    return get(array, 0);
  }

  /**
   * A number of an array.
   *
   * @param array its parts, two for each number
   * @param index of the number
   * @return a view
   */
  public static FloatComplex get(float[] array, int index) {
    return get(FloatBuffer.wrap(array), index);
  }

  /**
   * The real part.
   *
   * @return that of the number
   */
  public float getReal() {
    return buffer.get(offset);
  }

  /**
   * The imaginary part.
   *
   * @return that of the number
   */
  public float getImag() {
    return buffer.get(offset + 1);
  }

  /**
   * Sets the real part.
   *
   * @param real the new one
   */
  public void putReal(float real) {
    buffer.put(offset, real);
  }

  /**
   * Sets the imaginary part.
   *
   * @param imag the new one
   */
  public void putImag(float imag) {
    buffer.put(offset + 1, imag);
  }

  /**
   * The parts from this number on.
   *
   * @return the buffer itself for its first number, else a slice
   */
  public FloatBuffer getBuffer() {
    return offset == 0 ? buffer : MPI.slice(buffer, offset);
  }
}
