package io.starling.runtime.memory;

import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A message as machines see it: packed bytes, counted from 0, wherever they lie: in a native
 * segment, in a Java array, or in pieces of either. Machines cut it into segments; the engine hands
 * memory that {@linkplain #isDirect is direct} to the port as it is, and stages other memory
 * through pooled lanes, one segment at a time.
 *
 * <p>It owns nothing, and making one is cheap. Offsets and lengths are in packed bytes.
 */
public final class Memory {

  /** No memory. */
  public static final Memory EMPTY = new Memory(MemorySegment.NULL, null, null);

  private static final int LARGEST_CHUNK = 8192;

  private final MemorySegment segment;

  /** Where the packed bytes lie in the segment; null where they are the segment. */
  private final TypeMap map;

  /** Where it is on a device, which it keeps reachable; null in host memory. */
  private final DeviceRegion region;

  private final boolean isDirect;

  private Memory(MemorySegment segment, TypeMap map, DeviceRegion region) {
    this.segment = segment;
    this.map = map;
    this.region = region;
    isDirect = map == null && region == null && segment.isNative();
  }

  /** All bytes of a segment, native or on the heap. */
  public static Memory of(MemorySegment segment) {
    return new Memory(segment, null, null);
  }

  /** All bytes of a range of a device's memory. */
  public static Memory of(DeviceRegion region) {
    return new Memory(region.segment(), null, region);
  }

  /**
   * Some bytes of a segment; the map's offsets are counted from the segment's beginning.
   *
   * @param region of which device memory the segment is; null in host memory
   * @throws IllegalArgumentException if they are in pieces and on a device
   */
  static Memory of(MemorySegment segment, TypeMap map, DeviceRegion region) {
    if (!(map instanceof Block block)) {
      if (region != null) {
        throw new IllegalArgumentException(
            "elements in pieces can't travel from or to "
                + region.device().name()
                + ": pack them there, and pass them as elements without gaps");
      }
      return new Memory(segment, map, null);
    }
    boolean isAll = block.offset() == 0 && block.length() == segment.byteSize();
    return new Memory(
        isAll ? segment : segment.asSlice(block.offset(), block.length()), null, region);
  }

  /** Whether it is on a device: then only the device touches it. */
  public boolean isOnDevice() {
    return region != null;
  }

  /** Where it is on a device; null for host memory. */
  public DeviceRegion region() {
    return region;
  }

  /** The device that it is on; null for host memory. */
  public Device device() {
    return region == null ? null : region.device();
  }

  /** Whether a port can use {@link #segment} itself: it is native, and its bytes are the packed. */
  public boolean isDirect() {
    return isDirect;
  }

  /** Whether the bytes of {@link #segment} are the packed bytes. */
  public boolean isContiguous() {
    return map == null;
  }

  /** Where the bytes lie; only what {@linkplain #isContiguous is contiguous} is used through it. */
  public MemorySegment segment() {
    return segment;
  }

  /** How many packed bytes there are. */
  public long byteSize() {
    return map == null ? segment.byteSize() : map.size();
  }

  /** Packs: copies a part of this memory to a segment. */
  public void read(long offset, MemorySegment into, long intoOffset, long length) {
    if (region != null) {
      region.device().copyOutNow(segment, offset, into, intoOffset, length);
    } else if (map == null) {
      MemorySegment.copy(segment, offset, into, intoOffset, length);
    } else {
      move(RunCopy.PACK, offset, into, intoOffset, length, into);
    }
  }

  /** Unpacks: copies bytes of a segment to a part of this memory. */
  public void write(long offset, MemorySegment from, long fromOffset, long length) {
    if (region != null) {
      region.device().copyInNow(from, fromOffset, segment, offset, length);
    } else if (map == null) {
      MemorySegment.copy(from, fromOffset, segment, offset, length);
    } else {
      move(RunCopy.UNPACK, offset, from, fromOffset, length, segment);
    }
  }

  /** Checks once what a segment would check at every run. */
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
      throw new IllegalArgumentException("read-only: " + written);
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

  /** Copies from one memory to another; they have no byte in common. */
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

  /** Whether the other one has the same bytes in the same order. */
  public boolean sameAs(Memory other) {
    return this == other || (segment.equals(other.segment) && Objects.equals(map, other.map));
  }

  /**
   * Whether the two have a byte in common; false where the answer would cost too much, but for the
   * same memory.
   */
  public boolean overlaps(Memory other) {
    if (sameAs(other)) {
      return bytes().size() > 0;
    }
    return base() == other.base()
        && bytes().overlaps(segment.address(), other.bytes(), other.segment.address());
  }

  private Object base() {
    return segment.heapBase().orElse(null);
  }

  private TypeMap bytes() {
    return map == null ? new Block(0, segment.byteSize()) : map;
  }
}
