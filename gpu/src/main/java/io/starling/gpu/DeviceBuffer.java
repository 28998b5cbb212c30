package io.starling.gpu;

import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Memory of a device, or a view of a part of it.
 *
 * <p>Copies and fills wait until they are done, and come after all work that was posted before. A
 * buffer that is dropped without {@link #close} is freed some time later, with a warning in the
 * log. May be used by any thread; who copies while others do gets some order of the copies.
 */
public final class DeviceBuffer implements AutoCloseable {

  private final Gpu gpu;
  private final Allocation allocation;
  private final MemorySegment segment;

  /** What this is a view of, so that it stays reachable; null where it is no view. */
  private final DeviceBuffer whole;

  DeviceBuffer(Gpu gpu, Allocation allocation) {
    this.gpu = gpu;
    this.allocation = allocation;
    segment = allocation.segment();
    whole = null;
  }

  private DeviceBuffer(DeviceBuffer whole, MemorySegment segment) {
    gpu = whole.gpu;
    allocation = whole.allocation;
    this.segment = segment;
    this.whole = whole;
  }

  /** The device that the memory is of. */
  public Gpu gpu() {
    return gpu;
  }

  /**
   * The address of the first byte on the device, a {@code CUdeviceptr}, for kernels of the
   * program's own. It holds as long as this buffer is open, which the program must see to.
   *
   * <p>Streams of the program know nothing of Starling: wait for kernels that write here before a
   * call of Starling, and start those that read after it has returned or its request is complete.
   *
   * @throws IllegalStateException if this buffer is closed
   */
  public long address() {
    return segment().address();
  }

  /** Where it is; only a device may go there. The buffer must be kept as long as the segment. */
  MemorySegment segment() {
    checkOpen();
    return segment;
  }

  /**
   * All of it as elements, for collectives and messages, which take it like any other buffer. It
   * keeps this buffer from being freed, unless that is closed.
   *
   * @throws IllegalArgumentException if it holds no whole number of elements, or the type has gaps
   */
  public Buffer as(Datatype type) {
    return Buffer.of(new Region(this, segment()), type);
  }

  /**
   * The first {@code count} elements.
   *
   * @throws IllegalArgumentException if count is negative, they are not all in this buffer, or the
   *     type has gaps
   */
  public Buffer as(Datatype type, long count) {
    return Buffer.of(new Region(this, segment()), type, count);
  }

  /** What messages know of a buffer, and keep reachable. */
  private record Region(DeviceBuffer buffer, MemorySegment segment) implements DeviceRegion {

    @Override
    public Device device() {
      return buffer.gpu.device();
    }

    @Override
    public void hold() {
      buffer.allocation.hold();
    }

    @Override
    public void release() {
      buffer.allocation.release();
    }

    @Override
    public void keep() {
      buffer.allocation.keep();
    }

    @Override
    public void letGo() {
      buffer.allocation.letGo();
    }
  }

  /** How many bytes. */
  public long byteSize() {
    return segment.byteSize();
  }

  /**
   * A view of {@code length} bytes from {@code offset} on, which owns nothing: its close does
   * nothing, and it can't be used once this buffer is closed.
   *
   * @throws IndexOutOfBoundsException if they are not all in this buffer
   */
  public DeviceBuffer slice(long offset, long length) {
    checkOpen();
    if (offset < 0 || length < 0 || offset > byteSize() - length) {
      throw new IndexOutOfBoundsException(
          "%s has no %d bytes from %d on".formatted(this, length, offset));
    }
    return new DeviceBuffer(this, segment.asSlice(offset, length));
  }

  /**
   * Copies all of the host's memory, native or a Java array, to the beginning of this buffer.
   *
   * @throws IndexOutOfBoundsException if it is larger than this buffer
   */
  public void copyFrom(MemorySegment host) {
    checkOpen();
    checkFits(host.byteSize(), byteSize(), "into");
    begin();
    try {
      gpu.cuda().copyInNow(host, 0, segment, 0, host.byteSize());
    } finally {
      end();
      Reference.reachabilityFence(host);
    }
  }

  /**
   * Copies all of another buffer to the beginning of this one.
   *
   * @throws IllegalArgumentException if it belongs to another {@link Gpu}, or the two have bytes in
   *     common
   * @throws IndexOutOfBoundsException if it is larger than this buffer
   */
  public void copyFrom(DeviceBuffer other) {
    checkOpen();
    other.checkOpen();
    if (other.gpu != gpu) {
      throw new IllegalArgumentException(
          "%s and %s were not allocated by the same Gpu; copy through memory of the host"
              .formatted(this, other));
    }
    checkFits(other.byteSize(), byteSize(), "into");
    if (segment.asSlice(0, other.byteSize()).asOverlappingSlice(other.segment).isPresent()) {
      throw new IllegalArgumentException(
          "%s and %s overlap; copy through another buffer".formatted(this, other));
    }
    begin();
    try {
      other.begin();
      try {
        gpu.cuda().copyWithinNow(other.segment, 0, segment, 0, other.byteSize());
      } finally {
        other.end();
      }
    } finally {
      end();
    }
  }

  /**
   * Copies all of this buffer to the beginning of the host's memory, native or a Java array.
   *
   * @throws IndexOutOfBoundsException if this buffer is larger
   */
  public void copyTo(MemorySegment host) {
    checkOpen();
    checkFits(byteSize(), host.byteSize(), "out of");
    begin();
    try {
      gpu.cuda().copyOutNow(segment, 0, host, 0, byteSize());
    } finally {
      end();
      Reference.reachabilityFence(host);
    }
  }

  /** Sets all bytes. */
  public void fill(byte value) {
    begin();
    try {
      gpu.cuda().fillNow(segment, value);
    } finally {
      end();
    }
  }

  /** Keeps the memory from being freed, also by another thread that closes this. */
  private void begin() {
    if (!allocation.isOpen() || !allocation.begin()) {
      throw closed();
    }
  }

  private void end() {
    allocation.end();
  }

  /**
   * Frees the memory, unless this is a view. A second close does nothing. Waits up to a second for
   * work on the device that uses it.
   *
   * @throws IllegalStateException if such work goes on after that, or an operation or another
   *     thread's copy uses it that has not ended
   */
  @Override
  public void close() {
    if (whole == null && allocation.isOpen()) {
      String work =
          allocation.isHeld()
              ? "an operation with it"
              : gpu.cuda().awaitUnused(segment.address(), byteSize());
      if (work != null) {
        throw new IllegalStateException(
            "%s can't be closed while %s is open; complete the operation first"
                .formatted(this, work));
      }
      allocation.close();
    }
  }

  @Override
  public String toString() {
    return (whole == null ? "a buffer" : "a view")
        + " of "
        + byteSize()
        + " bytes on "
        + gpu.name();
  }

  private void checkOpen() {
    if (!allocation.isOpen()) {
      throw closed();
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException(this + " is closed");
  }

  private void checkFits(long bytes, long room, String direction) {
    if (bytes > room) {
      throw new IndexOutOfBoundsException(
          "%d bytes can't be copied %s %s: there is room for %d"
              .formatted(bytes, direction, this, room));
    }
  }
}
