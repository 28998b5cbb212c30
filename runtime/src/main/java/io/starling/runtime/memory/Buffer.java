package io.starling.runtime.memory;

import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Memory, what its elements are, and how many of them there are: the (address, count, datatype) of
 * an MPI call.
 *
 * <p>The memory is a native segment or a Java array; what lies in arrays, or in pieces as derived
 * datatypes say, is staged segment by segment while it travels. A buffer is a view: it owns
 * nothing, and making one is cheap.
 */
public final class Buffer {

  /** MPI_IN_PLACE: the data is already where the result goes. */
  public static final Buffer IN_PLACE = new Buffer(MemorySegment.NULL, Datatype.INT8, 0, null);

  /** No memory, no elements: what a rank passes where MPI ignores the argument. */
  public static final Buffer EMPTY = new Buffer(MemorySegment.NULL, Datatype.INT8, 0, null);

  private final MemorySegment segment;

  /** Whose memory the segment is, on a device; null in host memory. */
  private final DeviceRegion region;

  private final Datatype type;
  private final long count;
  private final TypeMap map;
  private final Memory memory;

  private Buffer(MemorySegment segment, Datatype type, long count, DeviceRegion region) {
    this.segment = segment;
    this.region = region;
    this.type = type;
    this.count = count;
    map = map(segment, type, count);
    if (map.start() < 0 || map.end() > segment.byteSize()) {
      throw new IllegalArgumentException(
          map.start() < 0
              ? "%d x %s begins %d bytes before the segment".formatted(count, type, -map.start())
              : "%d elements of %s need %d bytes, the segment has %d"
                  .formatted(count, type, map.end(), segment.byteSize()));
    }
    memory = Memory.of(segment, map, region);
  }

  private static TypeMap map(MemorySegment segment, Datatype type, long count) {
    try {
      return TypeMap.repeated(count, type.extent(), type.map());
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%d elements of %s need too many bytes, the segment has %d"
              .formatted(count, type, segment.byteSize()),
          e);
    }
  }

  /**
   * The first {@code count} elements of a segment, the first of which begins where the segment
   * does.
   *
   * @throws IllegalArgumentException if count is negative or the data of an element is not inside
   *     the segment
   */
  public static Buffer of(MemorySegment segment, Datatype type, long count) {
    return of(segment, type, count, null);
  }

  /**
   * The first {@code count} elements of a device's memory, which collectives and messages take like
   * any other; only types without gaps.
   *
   * @throws IllegalArgumentException if count is negative, the type has gaps, or the elements are
   *     not all inside the region
   */
  public static Buffer of(DeviceRegion region, Datatype type, long count) {
    return of(region.segment(), type, count, region);
  }

  private static Buffer of(MemorySegment segment, Datatype type, long count, DeviceRegion region) {
    Objects.requireNonNull(segment, "segment");
    Objects.requireNonNull(type, "type");
    if (count < 0) {
      throw new IllegalArgumentException("count is negative: " + count);
    }
    return new Buffer(segment, type, count, region);
  }

  /**
   * A whole segment.
   *
   * @throws IllegalArgumentException if the segment holds no whole number of elements
   */
  public static Buffer of(MemorySegment segment, Datatype type) {
    return whole(segment, type, null);
  }

  /**
   * A whole region of a device's memory.
   *
   * @throws IllegalArgumentException if it holds no whole number of elements
   */
  public static Buffer of(DeviceRegion region, Datatype type) {
    return whole(region.segment(), type, region);
  }

  private static Buffer whole(MemorySegment segment, Datatype type, DeviceRegion region) {
    if (type.extent() == 0 || segment.byteSize() % type.extent() != 0) {
      throw new IllegalArgumentException(
          "a segment of %d bytes holds no whole number of %s (%d bytes each); say how many with Buffer.of(segment, type, count), or resize the type"
              .formatted(segment.byteSize(), type, type.extent()));
    }
    return of(segment, type, segment.byteSize() / type.extent(), region);
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
   *
   * @throws IllegalArgumentException if they are no whole number of elements, or in pieces
   */
  public Buffer as(Datatype other) {
    if (!memory.isContiguous()) {
      throw new IllegalArgumentException(this + " is in pieces and can't be seen as " + other);
    }
    return whole(memory.segment(), other, region);
  }

  /**
   * {@code length} elements from element {@code from} on.
   *
   * @throws IndexOutOfBoundsException if they are not all in this buffer
   */
  public Buffer slice(long from, long length) {
    Objects.checkFromIndexSize(from, length, count);
    MemorySegment rest = segment.asSlice(length == 0 ? 0 : from * type.extent());
    return new Buffer(rest.asSlice(0, map(segment, type, length).end()), type, length, region);
  }

  /**
   * What the buffer was made of, which may be larger; of a device's memory nothing that could be
   * read or written, but with its scope.
   */
  public MemorySegment segment() {
    return region == null ? segment : segment.asSlice(0, 0);
  }

  /** The packed bytes of the elements, as they travel. */
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

  /** The bytes of data, which travel: {@code count} times the type's size. */
  public long byteSize() {
    return map.size();
  }

  /** The bytes from the first one of data to the last, gaps included. */
  public long span() {
    return map.end() - map.start();
  }

  /** Whether a byte belongs to two elements, or twice to one: then nothing may be written to it. */
  public boolean overlapsItself() {
    return count > type.mostDisjointElements();
  }

  /** The basic elements in their order, in which sender and receiver must agree. */
  public Signature signature() {
    return type.signature().times(count);
  }

  /**
   * Copies the data to the beginning of a segment (MPI_Pack).
   *
   * @throws IndexOutOfBoundsException if the segment has less than {@link #byteSize} bytes
   */
  public void pack(MemorySegment into) {
    memory.read(0, into, 0, byteSize());
  }

  /**
   * Copies the data from the beginning of a segment to where it belongs (MPI_Unpack).
   *
   * @throws IndexOutOfBoundsException if the segment has less than {@link #byteSize} bytes
   */
  public void unpack(MemorySegment from) {
    memory.write(0, from, 0, byteSize());
  }

  @Override
  public String toString() {
    return this == IN_PLACE ? "IN_PLACE" : count + " x " + type;
  }
}
