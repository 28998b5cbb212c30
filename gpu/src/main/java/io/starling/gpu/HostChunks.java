package io.starling.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Copies between a device and any memory of the host, Java arrays too, and waits. It goes in
 * chunks, so that the engine's thread gets to the device in between, and arrays need little memory
 * beside them.
 */
final class HostChunks {

  private static final long LARGEST = 4 << 20;
  private static final long ALIGNMENT = 64;

  private HostChunks() {}

  static void in(CudaDevice device, MemorySegment host, long offset, long into, long length) {
    check(host, offset, length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment between = between(host, length, arena);
      for (long done = 0; done < length; done += LARGEST) {
        long part = Math.min(LARGEST, length - done);
        long from = between.address();
        if (host.isNative()) {
          from = Addresses.of(host, offset + done, part);
        } else {
          MemorySegment.copy(host, offset + done, between, 0, part);
        }
        device.copyNow(CudaStreams.IN, from, into + done, part);
      }
    }
  }

  static void out(CudaDevice device, long from, MemorySegment host, long offset, long length) {
    check(host, offset, length);
    if (host.isReadOnly()) {
      throw new IllegalArgumentException("read-only: " + host);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment between = between(host, length, arena);
      for (long done = 0; done < length; done += LARGEST) {
        long part = Math.min(LARGEST, length - done);
        if (host.isNative()) {
          long into = Addresses.of(host, offset + done, part);
          device.copyNow(CudaStreams.OUT, from + done, into, part);
        } else {
          device.copyNow(CudaStreams.OUT, from + done, between.address(), part);
          MemorySegment.copy(between, 0, host, offset + done, part);
        }
      }
    }
  }

  private static void check(MemorySegment host, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, host.byteSize());
    if (!host.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("confined to another thread: " + host);
    }
  }

  private static MemorySegment between(MemorySegment host, long length, Arena arena) {
    return host.isNative()
        ? MemorySegment.NULL
        : arena.allocate(Math.min(LARGEST, length), ALIGNMENT);
  }
}
