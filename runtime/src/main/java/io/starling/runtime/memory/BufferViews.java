package io.starling.runtime.memory;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/** Makes {@link Buffer}s of arrays, of buffers of {@code java.nio} and of single values. */
public final class BufferViews {

  private BufferViews() {}

  private static void checkRange(int offset, int length, int available) {
    if (offset < 0 || length < 0 || offset > available - length) {
      throw new IndexOutOfBoundsException(
          "offset %d and length %d are outside the array of %d elements"
              .formatted(offset, length, available));
    }
  }

  /** See {@link Buffer#of(byte[], int, int)}. */
  public static Buffer of(byte[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.INT8);
  }

  /** See {@link Buffer#of(char[], int, int)}. */
  public static Buffer of(char[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.INT16);
  }

  /** See {@link Buffer#of(short[], int, int)}. */
  public static Buffer of(short[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.INT16);
  }

  /** See {@link Buffer#of(int[], int, int)}. */
  public static Buffer of(int[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.INT32);
  }

  /** See {@link Buffer#of(long[], int, int)}. */
  public static Buffer of(long[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.INT64);
  }

  /** See {@link Buffer#of(float[], int, int)}. */
  public static Buffer of(float[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.FLOAT32);
  }

  /** See {@link Buffer#of(double[], int, int)}. */
  public static Buffer of(double[] array, int offset, int length) {
    checkRange(offset, length, array.length);
    return part(MemorySegment.ofArray(array), offset, length, Datatype.FLOAT64);
  }

  private static Buffer part(MemorySegment array, long offset, long length, Datatype type) {
    long bytes = type.extent();
    return MemoryBuffer.of(array.asSlice(offset * bytes, length * bytes), type, length);
  }

  /** The elements of a buffer from position to limit. */
  public static Buffer of(java.nio.Buffer data, ByteOrder order, Datatype type) {
    if (order != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException(
          "the byte order of the buffer is %s, but that of this machine is %s; convert the data, or make the buffer with order(ByteOrder.nativeOrder())"
              .formatted(order, ByteOrder.nativeOrder()));
    }
    return of(data, type);
  }

  /** The elements of a buffer from position to limit; its byte order does not matter. */
  public static Buffer of(java.nio.Buffer data, Datatype type) {
    return MemoryBuffer.of(MemorySegment.ofBuffer(data), type);
  }

  /** See {@link Buffer#of(byte)}. */
  public static Buffer of(byte value) {
    return constant(MemorySegment.ofArray(new byte[] {value}), Datatype.INT8);
  }

  /** See {@link Buffer#of(boolean)}. */
  public static Buffer of(boolean value) {
    byte asByte = (byte) (value ? 1 : 0);
    return constant(MemorySegment.ofArray(new byte[] {asByte}), Datatype.UINT8);
  }

  /** See {@link Buffer#of(char)}. */
  public static Buffer of(char value) {
    return constant(MemorySegment.ofArray(new char[] {value}), Datatype.INT16);
  }

  /** See {@link Buffer#of(short)}. */
  public static Buffer of(short value) {
    return constant(MemorySegment.ofArray(new short[] {value}), Datatype.INT16);
  }

  /** See {@link Buffer#of(int)}. */
  public static Buffer of(int value) {
    return constant(MemorySegment.ofArray(new int[] {value}), Datatype.INT32);
  }

  /** See {@link Buffer#of(long)}. */
  public static Buffer of(long value) {
    return constant(MemorySegment.ofArray(new long[] {value}), Datatype.INT64);
  }

  /** See {@link Buffer#of(float)}. */
  public static Buffer of(float value) {
    return constant(MemorySegment.ofArray(new float[] {value}), Datatype.FLOAT32);
  }

  /** See {@link Buffer#of(double)}. */
  public static Buffer of(double value) {
    return constant(MemorySegment.ofArray(new double[] {value}), Datatype.FLOAT64);
  }

  private static Buffer constant(MemorySegment value, Datatype type) {
    return MemoryBuffer.of(value.asReadOnly(), type, 1);
  }
}
