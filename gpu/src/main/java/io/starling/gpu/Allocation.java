package io.starling.gpu;

import io.starling.runtime.log.Logs;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of a {@link DeviceBuffer}. It does not refer to the buffer, so it outlives an
 * unreachable one; it then frees itself with a warning, unless it is borrowed. May be used by any
 * thread.
 */
final class Allocation implements Runnable {

  private final CudaDevice device;
  private final MemorySegment segment;

  /** The arena that frees it; null for borrowed memory. */
  private final Arena arena;

  private final Set<Allocation> siblings;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /** The number of operations and copies that use it. */
  private final AtomicInteger holders = new AtomicInteger();

  /** The number of direct messages and copies that use it, plus one while it is open. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** The place of the allocation; null if that is not recorded. */
  private final Throwable place;

  private Allocation(
      CudaDevice device,
      MemorySegment segment,
      Arena arena,
      Throwable place,
      Set<Allocation> siblings) {
    this.device = device;
    this.segment = segment;
    this.arena = arena;
    this.place = place;
    this.siblings = siblings;
    siblings.add(this);
  }

  /** Allocates zeros. */
  static Allocation of(CudaDevice device, long bytes, boolean traced, Set<Allocation> siblings) {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment segment = device.memory().allocateZeros(bytes, arena);
      Throwable place = traced ? new Throwable("allocated here") : null;
      return new Allocation(device, segment, arena, place, siblings);
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  /** Wraps memory that other code has allocated and will free. */
  static Allocation borrowed(CudaDevice device, MemorySegment segment, Set<Allocation> siblings) {
    return new Allocation(device, segment, null, null, siblings);
  }

  /** Device addresses. */
  MemorySegment segment() {
    return segment;
  }

  void hold() {
    holders.incrementAndGet();
  }

  void release() {
    holders.decrementAndGet();
  }

  /** Whether an open operation or copy uses it. */
  boolean isHeld() {
    return holders.get() > 0;
  }

  /** From now on not {@link #close} frees it, but the last {@link #letGo}. */
  void keep() {
    users.incrementAndGet();
  }

  void letGo() {
    if (users.decrementAndGet() == 0 && arena != null) {
      arena.close();
    }
  }

  boolean isOpen() {
    return !isClosed.get();
  }

  /** Holds and keeps it for a copy, until {@link #end}; returns false if it is closed. */
  boolean begin() {
    int before = users.getAndUpdate(count -> count == 0 ? 0 : count + 1);
    if (before > 0) {
      hold();
    }
    return before > 0;
  }

  void end() {
    release();
    letGo();
  }

  /**
   * Frees the memory, unless it is borrowed, as soon as no transport uses it. Only the first call
   * has an effect.
   */
  void close() {
    if (!isClosed.getAndSet(true)) {
      siblings.remove(this);
      letGo();
    }
  }

  /** Called by the cleaner after the buffer has become unreachable. */
  @Override
  public void run() {
    if (isOpen() && arena != null) {
      String message =
          "%s: a buffer of %d bytes was dropped and is freed only now; close it%s"
              .formatted(
                  device.name(),
                  segment.byteSize(),
                  place == null ? " (-D" + Gpu.LEAKS_PROPERTY + "=trace tells which)" : "");
      Logs.named("io.starling.gpu").log(Level.WARNING, message, place);
    }
    close();
  }
}
