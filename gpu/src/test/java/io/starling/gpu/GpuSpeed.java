package io.starling.gpu;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.ReductionOperators;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * What a device moves in GB/s (1e9 bytes) through the very calls that the engine makes: posts, and
 * polling for their ends. Of several rounds the median counts.
 */
final class GpuSpeed implements AutoCloseable {

  private static final int ROUNDS = 9;
  private static final long LONGEST_NANOSECONDS = TimeUnit.SECONDS.toNanos(30);

  private final Gpu gpu = Gpu.open();
  private final Device device = gpu.device();
  private final Arena arena = Arena.ofShared();
  private final MemorySegment left;
  private final MemorySegment right;
  private final MemorySegment into;
  private final MemorySegment host;
  private final MemorySegment otherHost;
  private final long bytes;
  private int open;
  private int posted;

  /** Gets memory for operands of so many bytes. */
  GpuSpeed(long bytes) {
    this.bytes = bytes;
    device.attach(
        (_, failure) -> {
          open--;
          if (failure != null) {
            throw new AssertionError(failure);
          }
        });
    left = device.memory().allocate(bytes, arena);
    right = device.memory().allocate(bytes, arena);
    into = device.memory().allocate(bytes, arena);
    MessageMemory staging = device.staging(MessageMemory.ORDINARY);
    host = staging.allocate(bytes, arena);
    otherHost = staging.allocate(bytes, arena);
    for (MemorySegment operand : new MemorySegment[] {left, right}) {
      device.copyInNow(host, 0, operand, 0, bytes);
    }
  }

  String name() {
    return gpu.name();
  }

  private int work() {
    open++;
    return posted++;
  }

  /** The bytes moved by a fold: two read, one written. */
  double fold(BasicDatatype type) {
    Fold fold = ReductionOperators.SUM.fold(type);
    return rate(3 * bytes, () -> device.fold(work(), fold, left, 0, right, 0, into, 0, bytes));
  }

  /** The bytes moved by a copy within the device: one read, one written. */
  double copyWithin() {
    return rate(2 * bytes, () -> device.copyWithin(work(), left, 0, into, 0, bytes));
  }

  /** One direction and back again, whole. */
  double copyInAndOut() {
    return copyInAndOut(bytes);
  }

  /** The same segment by segment, as messages travel; both directions at a time. */
  double copyInAndOut(long segment) {
    return rate(
        2 * bytes,
        () -> {
          for (long offset = 0; offset < bytes; offset += segment) {
            long length = Math.min(segment, bytes - offset);
            device.copyIn(work(), host, offset, left, offset, length);
            device.copyOut(work(), right, offset, otherHost, offset, length);
          }
        });
  }

  private double rate(long moved, Runnable round) {
    double[] rates = new double[ROUNDS];
    for (int i = -1; i < ROUNDS; i++) {
      long before = System.nanoTime();
      round.run();
      await(before);
      if (i >= 0) {
        rates[i] = (double) moved / (System.nanoTime() - before);
      }
    }
    Arrays.sort(rates);
    return rates[ROUNDS / 2];
  }

  private void await(long since) {
    while (open > 0) {
      device.progress();
      if (System.nanoTime() - since > LONGEST_NANOSECONDS) {
        throw new AssertionError(open + " pieces of work do not end");
      }
    }
  }

  @Override
  public void close() {
    arena.close();
    gpu.close();
  }
}
