package io.starling.gpu;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory behind a {@link DeviceBuffer}, which knows nothing of the buffer: so it outlives one
 * that is dropped, and frees itself with a warning, unless it is somebody else's. May be used by
 * any thread.
 */
final class Allocation implements Runnable {

  private final CudaDevice device;
  private final MemorySegment segment;

  /** What frees it; null where that is left to others. */
  private final Arena arena;

  private final Set<Allocation> siblings;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /** How many operations and copies use it. */
  private final AtomicInteger holders = new AtomicInteger();

  /** How many messages of a transport and copies use it, and one more as long as it is open. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** Where it was allocated; null where that is not remembered. */
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

  /** Memory that others have allocated, and will free. */
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

  /** Whether an operation that has not ended uses it. */
  boolean isHeld() {
    return holders.get() > 0;
  }

  /** From now on it is not freed by {@link #close}, but by the last {@link #letGo}. */
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

  /** Lets a copy use it, which is then held and kept until {@link #end}; false if it is closed. */
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
   * Frees the memory, unless it is borrowed, once no transport uses it; only the first call does
   * anything.
   */
  void close() {
    if (!isClosed.getAndSet(true)) {
      siblings.remove(this);
      letGo();
    }
  }

  /** Called by the cleaner when the buffer is gone. */
  @Override
  public void run() {
    if (isOpen() && arena != null) {
      String message =
          "%s: a buffer of %d bytes was dropped and is freed only now; close it%s"
              .formatted(
                  device.name(),
                  segment.byteSize(),
                  place == null ? " (-D" + Gpu.LEAKS_PROPERTY + "=trace tells which)" : "");
      System.getLogger("io.starling.gpu").log(Level.WARNING, message, place);
    }
    close();
  }
}
