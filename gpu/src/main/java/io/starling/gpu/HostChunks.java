package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Copies between a device and any host memory, including Java arrays, and waits. It copies in
 * chunks, so that the engine's thread can post in between, and through pinned memory: for other
 * memory, CUDA makes the posting thread wait for the device, and with it all threads that want to
 * post. Several threads may copy at the same time; unless their memory is pinned, they are
 * serialized.
 */
final class HostChunks {

  private static final long LARGEST = 4 << 20;

  private final CudaDevice device;
  private final Arena arena = Arena.ofShared();

  /** Pinned memory; allocated by the first copy that needs it. */
  private MemorySegment chunk;

  HostChunks(CudaDevice device) {
    this.device = device;
  }

  void in(MemorySegment host, long offset, long into, long length) {
    check(host, offset, length);
    if (isPinned(host, offset, length)) {
      long from = Addresses.of(host, offset, length);
      for (long done = 0; done < length; done += LARGEST) {
        device.copyNow(CudaStreams.IN, from + done, into + done, Math.min(LARGEST, length - done));
      }
    } else {
      inByChunk(host, offset, into, length);
    }
  }

  private synchronized void inByChunk(MemorySegment host, long offset, long into, long length) {
    for (long done = 0; done < length; done += LARGEST) {
      long part = Math.min(LARGEST, length - done);
      Bytes.copy(host, offset + done, chunk(), 0, part);
      device.copyNow(CudaStreams.IN, chunk.address(), into + done, part);
    }
  }

  void out(long from, MemorySegment host, long offset, long length) {
    check(host, offset, length);
    if (host.isReadOnly()) {
      throw new IllegalArgumentException("read-only: " + host);
    }
    if (isPinned(host, offset, length)) {
      long into = Addresses.of(host, offset, length);
      for (long done = 0; done < length; done += LARGEST) {
        device.copyNow(CudaStreams.OUT, from + done, into + done, Math.min(LARGEST, length - done));
      }
    } else {
      outByChunk(from, host, offset, length);
    }
  }

  private synchronized void outByChunk(long from, MemorySegment host, long offset, long length) {
    for (long done = 0; done < length; done += LARGEST) {
      long part = Math.min(LARGEST, length - done);
      device.copyNow(CudaStreams.OUT, from + done, chunk().address(), part);
      Bytes.copy(chunk, 0, host, offset + done, part);
    }
  }

  private static void check(MemorySegment host, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, host.byteSize());
    if (!host.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("confined to another thread: " + host);
    }
  }

  /** Whether host memory is pinned: the driver knows such memory. */
  private static boolean isPinned(MemorySegment host, long offset, long length) {
    if (!host.isNative() || length == 0) {
      return false;
    }
    long first = Addresses.of(host, offset, length);
    try (Arena own = Arena.ofConfined()) {
      long cell = own.allocate(JAVA_LONG).address();
      return isKnown(cell, first) && isKnown(cell, first + length - 1);
    }
  }

  private static boolean isKnown(long cell, long address) {
    return CudaLibrary.attribute(cell, CudaLibrary.MEMORY_TYPE, address) == CudaLibrary.SUCCESS;
  }

  private MemorySegment chunk() {
    device.checkOpen();
    if (chunk == null) {
      chunk = device.staging(MessageMemory.ORDINARY).allocate(LARGEST, arena);
    }
    return chunk;
  }

  /**
   * Frees the pinned memory after all open copies. They need the device's lock, so the caller must
   * not hold it.
   */
  synchronized void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
