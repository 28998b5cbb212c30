package io.starling.runtime.memory;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** A {@link Buffer} as the engine sees it: packed bytes, their places and their types. */
public final class MemoryBuffer implements Buffer {

  private final MemorySegment segment;

  /** Where the first element has its address; its bytes may begin elsewhere. */
  private final long origin;

  /** The device memory of the segment; null in host memory. */
  private final DeviceRegion region;

  private final MappedDatatype type;
  private final long count;
  private final TypeMap map;
  private final Memory memory;

  private MemoryBuffer(
      MemorySegment segment, long origin, MappedDatatype type, long count, DeviceRegion region) {
    this.segment = segment;
    this.origin = origin;
    this.region = region;
    this.type = type;
    this.count = count;
    map = map(origin, type, count, segment.byteSize());
    memory = Memory.of(segment, map, region);
  }

  /** Elements in a {@code boolean[]}, which can't be a segment. */
  private MemoryBuffer(boolean[] array, long origin, MappedDatatype type, long count) {
    this.origin = origin;
    this.region = null;
    this.type = type;
    this.count = count;
    map = map(origin, type, count, array.length);
    memory = Memory.of(new BooleanBytes(array), map);
    segment = memory.segment();
  }

  /** The places of all elements; they are inside the memory. */
  private static TypeMap map(long origin, MappedDatatype type, long count, long bytes) {
    TypeMap map;
    try {
      map = TypeMap.repeated(count, type.extent(), type.map());
      if (origin != 0 && map.size() > 0) {
        map = map.shifted(origin);
      }
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%d elements of %s need more than 2^63 - 1 bytes, but the segment has %d"
              .formatted(count, type, bytes),
          e);
    }
    if (map.start() < 0 || map.end() > bytes) {
      throw new IllegalArgumentException(
          map.start() < 0
              ? "%d x %s begins %d bytes before the segment".formatted(count, type, -map.start())
              : "%d elements of %s need %d bytes, but the segment has %d"
                  .formatted(count, type, map.end(), bytes));
    }
    return map;
  }

  /** The implementation of a buffer. */
  public static MemoryBuffer of(Buffer buffer) {
    return (MemoryBuffer) buffer;
  }

  /** A buffer without memory; each call makes a new one. */
  public static MemoryBuffer empty() {
    return of(MemorySegment.NULL, Datatype.INT8, 0);
  }

  /** See {@link Buffer#of(MemorySegment, Datatype, long)}. */
  public static MemoryBuffer of(MemorySegment segment, Datatype type, long count) {
    return of(segment, type, count, null);
  }

  /** See {@link Buffer#of(MemorySegment, long, Datatype, long)}. */
  public static MemoryBuffer of(MemorySegment segment, long origin, Datatype type, long count) {
    Objects.requireNonNull(segment, "segment");
    return new MemoryBuffer(segment, origin, elements(type, count), count, null);
  }

  /**
   * The first {@code count} elements of a device's memory; the type must have no gaps.
   *
   * @throws IllegalArgumentException if count is negative, the type has gaps, or the elements are
   *     not all inside the region
   */
  public static MemoryBuffer of(DeviceRegion region, Datatype type, long count) {
    return of(region.segment(), type, count, region);
  }

  private static MemoryBuffer of(
      MemorySegment segment, Datatype type, long count, DeviceRegion region) {
    Objects.requireNonNull(segment, "segment");
    return new MemoryBuffer(segment, 0, elements(type, count), count, region);
  }

  private static MappedDatatype elements(Datatype type, long count) {
    Objects.requireNonNull(type, "type");
    if (count < 0) {
      throw new IllegalArgumentException("count is negative: " + count);
    }
    return MappedDatatype.of(type);
  }

  /** See {@link Buffer#of(MemorySegment, Datatype)}. */
  public static MemoryBuffer of(MemorySegment segment, Datatype type) {
    return whole(segment, type, null);
  }

  /**
   * A whole region of a device's memory.
   *
   * @throws IllegalArgumentException if it is not a whole number of elements
   */
  public static MemoryBuffer of(DeviceRegion region, Datatype type) {
    return whole(region.segment(), type, region);
  }

  private static MemoryBuffer whole(MemorySegment segment, Datatype type, DeviceRegion region) {
    if (type.extent() <= 0 || segment.byteSize() % type.extent() != 0) {
      throw new IllegalArgumentException(
          "a segment of %d bytes is not a whole number of %s (%d bytes each); give the count with Buffer.of(segment, type, count), or resize the type"
              .formatted(segment.byteSize(), type, type.extent()));
    }
    return of(segment, type, segment.byteSize() / type.extent(), region);
  }

  /** See {@link Buffer#of(boolean[], int, int)}. */
  public static MemoryBuffer of(boolean[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return of(array, offset, Datatype.UINT8, length);
  }

  /** See {@link Buffer#of(boolean[], int, Datatype, long)}. */
  public static MemoryBuffer of(boolean[] array, int origin, Datatype type, long count) {
    return new MemoryBuffer(array, origin, elements(type, count), count);
  }

  @Override
  public MemoryBuffer as(Datatype other) {
    if (isOfBooleans()) {
      throw new IllegalArgumentException(
          "a boolean[] has no bytes in memory, so it can't be seen as "
              + other
              + "; copy it to a byte[] of 0 and 1");
    }
    if (!memory.isContiguous()) {
      throw new IllegalArgumentException(this + " has gaps and can't be seen as " + other);
    }
    return whole(memory.segment(), other, region);
  }

  /**
   * The same memory, seen as one element of a type that begins where the memory begins.
   *
   * @throws IllegalArgumentException if the element is not inside the memory
   */
  public MemoryBuffer laidOut(Datatype element) {
    if (isOfBooleans()) {
      throw new IllegalArgumentException("a boolean[] has no bytes in memory; copy it to a byte[]");
    }
    return new MemoryBuffer(segment, origin, MappedDatatype.of(element), 1, region);
  }

  @Override
  public MemoryBuffer slice(long from, long length) {
    Objects.checkFromIndexSize(from, length, count);
    long place = origin + (length == 0 ? 0 : from * type.extent());
    if (memory.booleans() != null) {
      return new MemoryBuffer(memory.booleans().array(), place, type, length);
    }
    boolean isInOrder = origin == 0 && place >= 0;
    if (!isInOrder) {
      return new MemoryBuffer(segment, place, type, length, region);
    }
    MemorySegment rest = segment.asSlice(place);
    long end = map(0, type, length, rest.byteSize()).end();
    return new MemoryBuffer(rest.asSlice(0, end), 0, type, length, region);
  }

  /**
   * The segment from which the buffer was made, which may be larger. For device memory it is an
   * empty segment with the scope of the memory.
   */
  public MemorySegment segment() {
    return region == null ? segment : segment.asSlice(0, 0);
  }

  /** Whether the elements are those of a {@code boolean[]}. */
  public boolean isOfBooleans() {
    return memory.booleans() != null;
  }

  /** The packed bytes of the elements, as they travel. */
  public Memory memory() {
    return memory;
  }

  @Override
  public MappedDatatype type() {
    return type;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public long byteSize() {
    return map.size();
  }

  /** The bytes from the first byte of data to the last, gaps included. */
  public long span() {
    return map.end() - map.start();
  }

  /** Whether a byte belongs to two elements, or twice to one: such a buffer must not be written. */
  public boolean overlapsItself() {
    return count > type.mostDisjointElements();
  }

  /** The basic elements in their order; sender and receiver must agree on them. */
  public Signature signature() {
    return type.signature().times(count);
  }

  @Override
  public void pack(MemorySegment into) {
    memory.read(0, into, 0, byteSize());
  }

  @Override
  public void unpack(MemorySegment from) {
    memory.write(0, from, 0, byteSize());
  }

  @Override
  public String toString() {
    return this == IN_PLACE ? "IN_PLACE" : count + " x " + type;
  }
}
