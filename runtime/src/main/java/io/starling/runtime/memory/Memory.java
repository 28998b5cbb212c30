package io.starling.runtime.memory;

import io.starling.runtime.ReadOnlyMemoryException;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A message as operations see it: packed bytes, counted from 0. The bytes are in a native segment,
 * in a Java array, or in pieces of either. Operations cut a message into segments. The engine
 * passes memory that {@linkplain #isDirect is direct} to the port, and stages other memory through
 * pooled slots, one segment at a time.
 *
 * <p>It owns no memory and is cheap to make. Offsets and lengths are in packed bytes.
 */
public final class Memory {

  /** No memory. */
  public static final Memory EMPTY = new Memory(MemorySegment.NULL, null, null);

  private static final int LARGEST_CHUNK = 8192;

  private final MemorySegment segment;

  /** The places of the packed bytes in the segment; null if they are the whole segment. */
  private final TypeMap map;

  /** The region of a device, which it keeps reachable; null in host memory. */
  private final DeviceRegion region;

  /** Converts the bytes of a {@code boolean[]}; null for all other memory. */
  private final BooleanBytes booleans;

  private final boolean isDirect;
  private final boolean isOnHeap;

  private Memory(MemorySegment segment, TypeMap map, DeviceRegion region) {
    this(segment, map, region, null);
  }

  private Memory(MemorySegment segment, TypeMap map, DeviceRegion region, BooleanBytes booleans) {
    this.segment = segment;
    this.map = map;
    this.region = region;
    this.booleans = booleans;
    isDirect = map == null && region == null && segment.isNative();
    isOnHeap = map == null && region == null && !segment.isNative();
  }

  /** Some bytes of a {@code boolean[]}. It has no segment, because it can't be one. */
  static Memory of(BooleanBytes booleans, TypeMap map) {
    return new Memory(MemorySegment.ofArray(new byte[0]), map, null, booleans);
  }

  /** The {@code boolean[]}; null for all other memory. */
  BooleanBytes booleans() {
    return booleans;
  }

  /** All bytes of a segment, native or on the heap. */
  public static Memory of(MemorySegment segment) {
    return new Memory(segment, null, null);
  }

  /** All bytes of a range of a device's memory. */
  public static Memory of(DeviceRegion region) {
    return new Memory(region.segment(), null, region);
  }

  /** Some bytes of a segment; the map's offsets count from the segment's beginning. */
  public static Memory of(MemorySegment segment, TypeMap map) {
    return of(segment, map, null);
  }

  /**
   * Some bytes of a segment; the map's offsets count from the segment's beginning.
   *
   * @param region the device memory of the segment; null in host memory
   * @throws IllegalArgumentException if they have gaps and are on a device
   */
  static Memory of(MemorySegment segment, TypeMap map, DeviceRegion region) {
    if (!(map instanceof Block block)) {
      if (region != null) {
        throw new IllegalArgumentException(
            "elements with gaps can't be sent from or received on "
                + region.device().name()
                + ": pack them there, and pass them as elements without gaps");
      }
      return new Memory(segment, map, null);
    }
    boolean isAll = block.offset() == 0 && block.length() == segment.byteSize();
    return new Memory(
        isAll ? segment : segment.asSlice(block.offset(), block.length()), null, region);
  }

  /**
   * The bytes of a map that has places outside of a segment, too; only those inside may be used.
   *
   * @param map its offsets count from the segment's beginning
   */
  public static Memory window(MemorySegment segment, TypeMap map) {
    return new Memory(segment, map, null);
  }

  /** Whether it is on a device: then only the device accesses it. */
  public boolean isOnDevice() {
    return region != null;
  }

  /** The region of a device; null for host memory. */
  public DeviceRegion region() {
    return region;
  }

  /** The device whose memory it is; null for host memory. */
  public Device device() {
    return region == null ? null : region.device();
  }

  /** Whether a port can use {@link #segment} directly: it is native and has no gaps. */
  public boolean isDirect() {
    return isDirect;
  }

  /** Whether {@link #segment} is on the Java heap and has no gaps. */
  public boolean isOnHeap() {
    return isOnHeap;
  }

  /** Whether the bytes of {@link #segment} are the packed bytes, without gaps. */
  public boolean isContiguous() {
    return map == null;
  }

  /**
   * The segment of the bytes; only {@linkplain #isContiguous contiguous} memory is used through it.
   */
  public MemorySegment segment() {
    return segment;
  }

  /** The number of packed bytes. */
  public long byteSize() {
    return map == null ? segment.byteSize() : map.size();
  }

  /** Packs: copies a part of this memory to a segment. */
  public void read(long offset, MemorySegment into, long intoOffset, long length) {
    if (region != null) {
      region.device().copyOutNow(segment, offset, into, intoOffset, length);
    } else if (map == null) {
      Bytes.copy(segment, offset, into, intoOffset, length);
    } else if (booleans != null) {
      move(booleans.pack(), offset, into, intoOffset, length, into);
    } else {
      move(RunCopy.PACK, offset, into, intoOffset, length, into);
    }
  }

  /** Unpacks: copies bytes of a segment to a part of this memory. */
  public void write(long offset, MemorySegment from, long fromOffset, long length) {
    if (region != null) {
      region.device().copyInNow(from, fromOffset, segment, offset, length);
    } else if (map == null) {
      Bytes.copy(from, fromOffset, segment, offset, length);
    } else if (booleans != null) {
      move(booleans.unpack(), offset, from, fromOffset, length, segment);
    } else {
      move(RunCopy.UNPACK, offset, from, fromOffset, length, segment);
    }
  }

  /** Does once the checks that a segment would do for every run. */
  private void move(
      TypeMap.Mover mover,
      long offset,
      MemorySegment packed,
      long packedOffset,
      long length,
      MemorySegment written) {
    Objects.checkFromIndexSize(offset, length, map.size());
    Objects.checkFromIndexSize(packedOffset, length, packed.byteSize());
    checkUsable(segment);
    checkUsable(packed);
    if (written.isReadOnly()) {
      throw new ReadOnlyMemoryException("read-only: " + written);
    }
    try {
      map.move(mover, segment, 0, offset, length, packed, packedOffset);
    } finally {
      Reference.reachabilityFence(segment);
      Reference.reachabilityFence(packed);
    }
  }

  private static void checkUsable(MemorySegment segment) {
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("Already closed: the arena of " + segment);
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("Confined to another thread: " + segment);
    }
  }

  /** Copies from one memory to another; they do not overlap. */
  public static void copy(Memory from, long fromOffset, Memory to, long toOffset, long length) {
    if (from.region != null && from.device() == to.device()) {
      from.device().copyWithinNow(from.segment, fromOffset, to.segment, toOffset, length);
    } else if (from.map == null && from.region == null) {
      to.write(toOffset, from.segment, fromOffset, length);
    } else if (to.map == null && to.region == null) {
      from.read(fromOffset, to.segment, toOffset, length);
    } else {
      MemorySegment chunk = MemorySegment.ofArray(new byte[LARGEST_CHUNK]);
      for (long done = 0; done < length; done += LARGEST_CHUNK) {
        long part = Math.min(LARGEST_CHUNK, length - done);
        from.read(fromOffset + done, chunk, 0, part);
        to.write(toOffset + done, chunk, 0, part);
      }
    }
  }

  /** Whether another memory has the same bytes in the same order. */
  public boolean sameAs(Memory other) {
    return this == other
        || (isOfSameBooleans(other)
            && (booleans != null || segment.equals(other.segment))
            && Objects.equals(map, other.map));
  }

  /** Whether both are of one {@code boolean[]}, or neither is of any. */
  private boolean isOfSameBooleans(Memory other) {
    return (booleans == null || other.booleans == null)
        ? booleans == other.booleans
        : booleans.array() == other.booleans.array();
  }

  /**
   * Whether two memories overlap. If the answer would cost too much, it is false, except for the
   * same memory.
   */
  public boolean overlaps(Memory other) {
    if (isDirect && other.isDirect) {
      return overlap(segment, other.segment);
    }
    if (sameAs(other)) {
      return bytes().size() > 0;
    }
    if (booleans != null || other.booleans != null) {
      return isOfSameBooleans(other) && map.overlaps(0, other.map, 0);
    }
    // No object is made if they are apart, unlike with heapBase().
    return segment.asOverlappingSlice(other.segment).isPresent()
        && bytes().overlaps(segment.address(), other.bytes(), other.segment.address());
  }

  private static boolean overlap(MemorySegment one, MemorySegment other) {
    long oneEnd = one.address() + one.byteSize();
    long otherEnd = other.address() + other.byteSize();
    return one.byteSize() > 0
        && other.byteSize() > 0
        && one.address() < otherEnd
        && other.address() < oneEnd;
  }

  private TypeMap bytes() {
    return map == null ? new Block(0, segment.byteSize()) : map;
  }
}
