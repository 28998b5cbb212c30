package io.starling.runtime.memory;

import java.lang.foreign.MemorySegment;

/**
 * A message as machines see it: packed bytes, counted from 0, wherever they lie. Machines cut it
 * into segments; the engine hands memory that {@linkplain #isDirect is direct} to the port as it
 * is, and stages other memory through pooled lanes, one segment at a time.
 *
 * <p>It owns nothing, and making one is cheap. Offsets and lengths are in packed bytes.
 */
public final class Memory {

  /** No memory. */
  public static final Memory EMPTY = new Memory(MemorySegment.NULL);

  private final MemorySegment segment;
  private final boolean isDirect;

  private Memory(MemorySegment segment) {
    this.segment = segment;
    isDirect = segment.isNative();
  }

  /** All bytes of a segment, native or on the heap. */
  public static Memory of(MemorySegment segment) {
    return new Memory(segment);
  }

  /** Whether a port can use {@link #segment} itself: it is native, and its bytes are the packed. */
  public boolean isDirect() {
    return isDirect;
  }

  /** Whether the bytes of {@link #segment} are the packed bytes. */
  public boolean isContiguous() {
    return true;
  }

  /** Where the bytes lie; only what {@link #isContiguous is contiguous} may be used through it. */
  public MemorySegment segment() {
    return segment;
  }

  /** How many packed bytes there are. */
  public long byteSize() {
    return segment.byteSize();
  }

  /** Packs: copies a part of this memory to a segment. */
  public void read(long offset, MemorySegment into, long intoOffset, long length) {
    MemorySegment.copy(segment, offset, into, intoOffset, length);
  }

  /** Unpacks: copies bytes of a segment to a part of this memory. */
  public void write(long offset, MemorySegment from, long fromOffset, long length) {
    MemorySegment.copy(from, fromOffset, segment, offset, length);
  }

  /** Copies from one memory to another; they have no byte in common. */
  public static void copy(Memory from, long fromOffset, Memory to, long toOffset, long length) {
    to.write(toOffset, from.segment, fromOffset, length);
  }

  /** Whether the other one has the same bytes in the same order. */
  public boolean sameAs(Memory other) {
    return this == other || segment.equals(other.segment);
  }
}
