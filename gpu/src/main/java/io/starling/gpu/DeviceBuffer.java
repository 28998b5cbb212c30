package io.starling.gpu;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * Memory of a device, or a view of a part of it. {@link #as} makes a {@link Buffer} of it, for
 * collectives and messages.
 *
 * <pre>{@code
 * data.copyFrom(MemorySegment.ofArray(values));
 * world.allreduce(Buffer.IN_PLACE, data.as(Datatype.FLOAT64), ReductionOperator.SUM);
 * }</pre>
 *
 * <p>Copies and fills are blocking, and run after all work that was posted before. Any thread may
 * use a buffer; copies by several threads have no order. Methods of a closed buffer throw an {@link
 * IllegalStateException}. An open buffer that is unreachable is freed later, with a warning.
 */
public final class DeviceBuffer implements AutoCloseable {

  private final Gpu gpu;
  private final Allocation allocation;
  private final MemorySegment segment;

  /** The buffer of which this is a view, to keep it reachable; null if this is not a view. */
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

  /**
   * The device whose memory this is.
   *
   * @return the device that allocated or wrapped the memory
   */
  public Gpu gpu() {
    return gpu;
  }

  /**
   * The address of the first byte on the device, for the program's own kernels. It is valid while
   * this buffer is open; the program must keep it open and reachable.
   *
   * <p>Starling does not synchronize with the program's CUDA streams. Wait for kernels that write
   * here before a call of Starling; start kernels that read here after its request is complete.
   *
   * @return a {@code CUdeviceptr}
   */
  public long address() {
    return segment().address();
  }

  /** The addresses on the device. Keep the buffer reachable while the segment is in use. */
  MemorySegment segment() {
    checkOpen();
    return segment;
  }

  /**
   * All of this memory as elements, for collectives and messages. The result keeps this buffer
   * reachable, but can't be used after {@link #close}.
   *
   * @param type the datatype of each element, without gaps
   * @return a view of all elements
   * @throws IllegalArgumentException if the memory is not a whole number of elements, or the type
   *     has gaps
   */
  public Buffer as(Datatype type) {
    return MemoryBuffer.of(new Region(this, segment()), type);
  }

  /**
   * The first elements of this memory, for collectives and messages.
   *
   * @param type the datatype of each element, without gaps
   * @param count the number of elements
   * @return a view of these elements
   * @throws IllegalArgumentException if {@code count} is negative, an element is outside this
   *     buffer, or the type has gaps
   */
  public Buffer as(Datatype type, long count) {
    return MemoryBuffer.of(new Region(this, segment()), type, count);
  }

  /** The buffer as messages see it; it keeps the buffer reachable. */
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

  /**
   * The length of this memory.
   *
   * @return the length in bytes
   */
  public long byteSize() {
    return segment.byteSize();
  }

  /**
   * A view of a part of this memory, usable until this buffer is closed. Its close does nothing.
   *
   * @param offset the first byte of the view
   * @param length the length of the view, in bytes
   * @return the view
   * @throws IndexOutOfBoundsException if a byte is outside this buffer
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
   * Copies host memory to the beginning of this buffer. Returns when the copy is complete.
   *
   * @param host native memory or a Java array; all of it is copied
   * @throws IndexOutOfBoundsException if {@code host} is larger than this buffer
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
   * Copies another buffer to the beginning of this one. Returns when the copy is complete.
   *
   * @param other all of it is copied
   * @throws IllegalArgumentException if {@code other} belongs to another {@link Gpu}, or the two
   *     overlap
   * @throws IndexOutOfBoundsException if {@code other} is larger than this buffer
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
   * Copies all of this buffer to host memory. Returns when the copy is complete.
   *
   * @param host native memory or a Java array; its first {@link #byteSize} bytes are written
   * @throws IndexOutOfBoundsException if this buffer is larger than {@code host}
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

  /**
   * Sets every byte of this buffer. Returns when that is complete.
   *
   * @param value the value of every byte
   */
  public void fill(byte value) {
    begin();
    try {
      gpu.cuda().fillNow(segment, value);
    } finally {
      end();
    }
  }

  /** Prevents the memory from being freed, even if another thread closes this buffer. */
  private void begin() {
    if (!allocation.isOpen() || !allocation.begin()) {
      throw closed();
    }
  }

  private void end() {
    allocation.end();
  }

  /**
   * Frees the memory, unless this is a view or wrapped memory. Waits up to a second for work on the
   * device that uses it. A second close does nothing.
   *
   * @throws IllegalStateException if the work goes on after that second, or an open operation or
   *     another thread's copy uses the memory; the buffer then stays open
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
