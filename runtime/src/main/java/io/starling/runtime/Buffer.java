package io.starling.runtime;

import io.starling.runtime.memory.BufferViews;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * The data of a call: memory, the datatype of its elements and their number, as MPI's (address,
 * count, datatype).
 *
 * <p>The memory is a native segment, a Java array, a buffer of {@code java.nio}, or memory of a
 * device. Native memory without gaps is sent in place. Java arrays and data with gaps are copied
 * segment by segment while they travel. A {@code Buffer} is a view: it owns no memory, and making
 * one copies no data. Buffers are immutable; their memory follows the thread rules of {@link
 * MemorySegment}.
 *
 * <pre>{@code
 * PersistentRequest again = world.broadcastInit(Buffer.of(array), 0);
 * world.send(Buffer.of(array, 10, 5), peer, tag);            // five elements from index 10 on
 * world.send(Buffer.of(segment, Datatype.FLOAT64), peer, tag);
 * }</pre>
 */
@SuppressWarnings("doclint:missing") // Calls that differ in a type are described once.
public sealed interface Buffer permits MemoryBuffer {

  /** In place of an argument: the data is in the result's memory already (MPI_IN_PLACE). */
  Buffer IN_PLACE = MemoryBuffer.empty();

  /** No memory and no elements: for an argument that is ignored on this rank. */
  Buffer EMPTY = MemoryBuffer.empty();

  /**
   * The first {@code count} elements of a segment.
   *
   * @param segment native memory or an array; the first element begins where it begins
   * @param type the datatype of each element
   * @param count the number of elements; consecutive ones are one extent of the type apart
   * @return a view of the segment
   * @throws IllegalArgumentException if {@code count} is negative, or an element is not inside the
   *     segment
   */
  static Buffer of(MemorySegment segment, Datatype type, long count) {
    return MemoryBuffer.of(segment, type, count);
  }

  /**
   * Elements of a type that reaches below its address, as with a negative lower bound or extent.
   *
   * @param segment native memory or an array
   * @param address where the first element has its address, in bytes from the beginning of the
   *     segment; the other bytes of the type count from there
   * @param type the datatype of each element
   * @param count the number of elements; consecutive ones are one extent of the type apart
   * @return a view of the segment
   * @throws IllegalArgumentException if {@code count} is negative, or an element is not inside the
   *     segment
   */
  static Buffer of(MemorySegment segment, long address, Datatype type, long count) {
    return MemoryBuffer.of(segment, address, type, count);
  }

  /**
   * A whole segment.
   *
   * @param segment native memory or an array
   * @param type the datatype of each element
   * @return a view of the segment
   * @throws IllegalArgumentException if the segment is not a whole number of extents of the type
   */
  static Buffer of(MemorySegment segment, Datatype type) {
    return MemoryBuffer.of(segment, type);
  }

  /**
   * A whole array; the same for each type of array.
   *
   * @param array its elements are {@link Datatype#INT8}
   * @return a view of the array
   */
  static Buffer of(byte[] array) {
    return of(array, 0, array.length);
  }

  /**
   * A part of an array; the same for each type of array.
   *
   * @param array its elements are {@link Datatype#INT8}
   * @param offset the index of the first element
   * @param length the number of elements
   * @return a view of the array
   * @throws IndexOutOfBoundsException if an element is outside the array
   */
  static Buffer of(byte[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#UINT8}, 0 for false and 1 for true. */
  static Buffer of(boolean[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(boolean[] array, int offset, int length) {
    return MemoryBuffer.of(array, offset, length);
  }

  /**
   * Elements with gaps in an array of booleans.
   *
   * @param array 0 for false and 1 for true
   * @param address the index where the first element has its address; the bytes of a type are
   *     elements of the array
   * @param type the datatype of each element, made of bytes
   * @param count the number of elements; consecutive ones are one extent of the type apart
   * @return a view of the array
   * @throws IllegalArgumentException if {@code count} is negative, or an element is not inside the
   *     array
   */
  static Buffer of(boolean[] array, int address, Datatype type, long count) {
    return MemoryBuffer.of(array, address, type, count);
  }

  /**
   * A whole array; its elements are {@link Datatype#INT16}, so characters from 0x8000 on count as
   * negative in reductions.
   */
  static Buffer of(char[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(char[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#INT16}; for half precision see {@link #as}. */
  static Buffer of(short[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(short[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#INT32}. */
  static Buffer of(int[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(int[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#INT64}. */
  static Buffer of(long[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(long[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#FLOAT32}. */
  static Buffer of(float[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(float[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /** A whole array; its elements are {@link Datatype#FLOAT64}. */
  static Buffer of(double[] array) {
    return of(array, 0, array.length);
  }

  /** A part of an array; see {@link #of(byte[], int, int)}. */
  static Buffer of(double[] array, int offset, int length) {
    return BufferViews.of(array, offset, length);
  }

  /**
   * The elements from the position of a buffer to its limit, neither of which changes; the same for
   * the other buffers of {@code java.nio}, which must be in the native byte order.
   *
   * @param data direct or on the heap; its elements are {@link Datatype#INT8}
   * @return a view of the same memory
   */
  static Buffer of(ByteBuffer data) {
    return BufferViews.of(data, Datatype.INT8);
  }

  /** The remaining elements, which are {@link Datatype#INT16}; see {@link #of(ByteBuffer)}. */
  static Buffer of(CharBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.INT16);
  }

  /** The remaining elements, which are {@link Datatype#INT16}; see {@link #of(ByteBuffer)}. */
  static Buffer of(ShortBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.INT16);
  }

  /** The remaining elements, which are {@link Datatype#INT32}; see {@link #of(ByteBuffer)}. */
  static Buffer of(IntBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.INT32);
  }

  /** The remaining elements, which are {@link Datatype#INT64}; see {@link #of(ByteBuffer)}. */
  static Buffer of(LongBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.INT64);
  }

  /** The remaining elements, which are {@link Datatype#FLOAT32}; see {@link #of(ByteBuffer)}. */
  static Buffer of(FloatBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.FLOAT32);
  }

  /** The remaining elements, which are {@link Datatype#FLOAT64}; see {@link #of(ByteBuffer)}. */
  static Buffer of(DoubleBuffer data) {
    return BufferViews.of(data, data.order(), Datatype.FLOAT64);
  }

  /** One {@link Datatype#INT8} to send or to contribute; nothing can be received into it. */
  static Buffer of(byte value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#UINT8}, 0 or 1; nothing can be received into it. */
  static Buffer of(boolean value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#INT16} to send or to contribute; nothing can be received into it. */
  static Buffer of(char value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#INT16} to send or to contribute; nothing can be received into it. */
  static Buffer of(short value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#INT32} to send or to contribute; nothing can be received into it. */
  static Buffer of(int value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#INT64} to send or to contribute; nothing can be received into it. */
  static Buffer of(long value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#FLOAT32} to send or to contribute; nothing can be received into it. */
  static Buffer of(float value) {
    return BufferViews.of(value);
  }

  /** One {@link Datatype#FLOAT64} to send or to contribute; nothing can be received into it. */
  static Buffer of(double value) {
    return BufferViews.of(value);
  }

  /**
   * The same bytes as elements of another type, such as {@code
   * Buffer.of(shorts).as(Datatype.FLOAT16)}.
   *
   * @param other the datatype of the new elements
   * @return a view of the same memory
   * @throws IllegalArgumentException if the bytes are not a whole number of elements, or this
   *     buffer has gaps or is of a {@code boolean[]}
   */
  Buffer as(Datatype other);

  /**
   * A part of this buffer.
   *
   * @param from the index of the first element
   * @param length the number of elements
   * @return a view of the same memory
   * @throws IndexOutOfBoundsException if an element is outside this buffer
   */
  Buffer slice(long from, long length);

  /**
   * The datatype of the elements.
   *
   * @return one datatype for all elements
   */
  Datatype type();

  /**
   * The number of elements.
   *
   * @return not negative
   */
  long count();

  /**
   * The length of the data as a message: {@link #count} times the size of the type, without gaps.
   *
   * @return the length in bytes
   */
  long byteSize();

  /**
   * Copies the data without gaps to the beginning of a segment (MPI_Pack).
   *
   * @param into takes {@link #byteSize} bytes
   * @throws IndexOutOfBoundsException if the segment is shorter
   */
  void pack(MemorySegment into);

  /**
   * Copies packed data from the beginning of a segment into this buffer (MPI_Unpack).
   *
   * @param from holds at least {@link #byteSize} bytes
   * @throws IndexOutOfBoundsException if the segment is shorter
   */
  void unpack(MemorySegment from);
}
