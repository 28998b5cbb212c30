package io.starling.runtime.memory;

import io.starling.runtime.datatype.Datatype;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory, what its elements are, and how many of them there are: the (address, count, datatype) of
 * an MPI call.
 *
 * <p>The memory is a native segment or a Java array; arrays are staged piece by piece while they
 * travel. A buffer is a view: it owns nothing, and making one is cheap.
 */
public final class Buffer {

  /** MPI_IN_PLACE: the data is already where the result goes. */
  public static final Buffer IN_PLACE = new Buffer(MemorySegment.NULL, Datatype.INT8, 0);

  /** No memory, no elements: what a rank passes where MPI ignores the argument. */
  public static final Buffer EMPTY = new Buffer(MemorySegment.NULL, Datatype.INT8, 0);

  private final MemorySegment segment;
  private final Datatype type;
  private final long count;
  private final Memory memory;

  private Buffer(MemorySegment segment, Datatype type, long count) {
    this.segment = segment;
    this.type = type;
    this.count = count;
    memory = Memory.of(segment);
  }

  /**
   * The first {@code count} elements of a segment.
   *
   * @throws IllegalArgumentException if count is negative or the segment is too small for it
   */
  public static Buffer of(MemorySegment segment, Datatype type, long count) {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(type, "type");
    if (count < 0) {
      throw new IllegalArgumentException("count is negative: " + count);
    }
    if (count > segment.byteSize() / type.extent()) {
      throw new IllegalArgumentException(
          "%d elements of %s need %s bytes, the segment has %d"
              .formatted(
                  count,
                  type,
                  count <= Long.MAX_VALUE / type.extent() ? count * type.extent() : "too many",
                  segment.byteSize()));
    }
    return new Buffer(segment, type, count);
  }

  /**
   * A whole segment.
   *
   * @throws IllegalArgumentException if the segment holds no whole number of elements
   */
  public static Buffer of(MemorySegment segment, Datatype type) {
    if (segment.byteSize() % type.extent() != 0) {
      throw new IllegalArgumentException(
          "a segment of %d bytes holds no whole number of %s (%d bytes each)"
              .formatted(segment.byteSize(), type, type.extent()));
    }
    return of(segment, type, segment.byteSize() / type.extent());
  }

  public static Buffer of(byte[] array) {
    return of(MemorySegment.ofArray(array), Datatype.INT8);
  }

  /** Elements are {@link Datatype#INT16}; for half precision see {@link #as}. */
  public static Buffer of(short[] array) {
    return of(MemorySegment.ofArray(array), Datatype.INT16);
  }

  public static Buffer of(int[] array) {
    return of(MemorySegment.ofArray(array), Datatype.INT32);
  }

  public static Buffer of(long[] array) {
    return of(MemorySegment.ofArray(array), Datatype.INT64);
  }

  public static Buffer of(float[] array) {
    return of(MemorySegment.ofArray(array), Datatype.FLOAT32);
  }

  public static Buffer of(double[] array) {
    return of(MemorySegment.ofArray(array), Datatype.FLOAT64);
  }

  /**
   * The same bytes with elements of another type, such as {@code
   * Buffer.of(shorts).as(Datatype.FLOAT16)}.
   */
  public Buffer as(Datatype other) {
    return of(segment.asSlice(0, byteSize()), other);
  }

  /**
   * {@code length} elements from element {@code from} on.
   *
   * @throws IndexOutOfBoundsException if they are not all in this buffer
   */
  public Buffer slice(long from, long length) {
    Objects.checkFromIndexSize(from, length, count);
    return new Buffer(segment.asSlice(from * type.extent(), length * type.extent()), type, length);
  }

  public MemorySegment segment() {
    return segment;
  }

  /** The packed bytes of the elements. */
  public Memory memory() {
    return memory;
  }

  public Datatype type() {
    return type;
  }

  /** How many elements. */
  public long count() {
    return count;
  }

  /** {@code count} times the type's extent. */
  public long byteSize() {
    return count * type.extent();
  }

  @Override
  public String toString() {
    return this == IN_PLACE ? "IN_PLACE" : count + " x " + type;
  }
}
