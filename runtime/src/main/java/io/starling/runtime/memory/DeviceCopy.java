package io.starling.runtime.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Copies that wait, between a device and any memory of the host. Devices copy native memory. */
final class DeviceCopy {

  private DeviceCopy() {}

  static void out(
      Device device,
      MemorySegment from,
      long offset,
      MemorySegment into,
      long intoOffset,
      long length) {
    if (into.isNative()) {
      device.copyOutNow(from, offset, into, intoOffset, length);
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = arena.allocate(length);
      device.copyOutNow(from, offset, lane, 0, length);
      MemorySegment.copy(lane, 0, into, intoOffset, length);
    }
  }

  static void in(
      Device device,
      MemorySegment from,
      long fromOffset,
      MemorySegment into,
      long offset,
      long length) {
    if (from.isNative()) {
      device.copyInNow(from, fromOffset, into, offset, length);
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment lane = arena.allocate(length);
      MemorySegment.copy(from, fromOffset, lane, 0, length);
      device.copyInNow(lane, 0, into, offset, length);
    }
  }
}
