package io.starling.gpu;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * What a device moves in GB/s (1e9 bytes) through the very calls that the engine makes: posts, and
 * polling for their ends. Of several rounds the median counts.
 *
 * <p>A round within the device goes through operands one after the other, more than its caches
 * hold: else copies, which touch less than folds, would find theirs there. So many posts also hide
 * how long the first takes to begin.
 */
final class GpuSpeed implements AutoCloseable {

  private static final int ROUNDS = 9;

  /** Operands have as much together, several times what a cache holds. */
  private static final long COLD_BYTES = 512 << 20;

  private static final int MOST_OPERANDS = 32;

  /** From so much open work on it polls while it posts; more is dear to keep in order. */
  private static final int MOST_OPEN = 256;

  /** Until clocks have risen, functions are compiled, and this class is, too. */
  private static final long WARM_UP_NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(200);

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
  private final int operands;
  private int open;
  private int posted;

  /** Gets memory for operands of so many bytes each. */
  GpuSpeed(long bytes) {
    this.bytes = bytes;
    operands = (int) Math.clamp(COLD_BYTES / bytes, 1L, MOST_OPERANDS);
    device.attach(
        (_, failure) -> {
          open--;
          if (failure != null) {
            throw new AssertionError(failure);
          }
        });
    left = allocate();
    right = allocate();
    into = allocate();
    MessageMemory staging = device.staging(MessageMemory.ORDINARY);
    host = staging.allocate(bytes, arena);
    otherHost = staging.allocate(bytes, arena);
    for (int operand = 0; operand < operands; operand++) {
      device.copyInNow(host, 0, left, operand * bytes, bytes);
      device.copyInNow(host, 0, right, operand * bytes, bytes);
    }
  }

  private MemorySegment allocate() {
    try {
      return device.memory().allocate(operands * bytes, arena);
    } catch (OutOfMemoryError e) {
      // JUnit would take it for the end of the JVM.
      throw new AssertionError(e.getMessage(), e);
    }
  }

  String name() {
    return gpu.name();
  }

  private int work() {
    open++;
    return posted++;
  }

  /** The bytes moved by folds: two read, one written. */
  double fold(BasicDatatype type) {
    Fold fold = FoldingOperator.of(ReductionOperator.SUM).fold(type);
    return rate(
        3 * bytes * operands,
        () -> {
          for (long at = 0; at < operands * bytes; at += bytes) {
            device.fold(work(), fold, left, at, right, at, into, at, bytes);
          }
        });
  }

  /** The bytes moved by copies within the device: one read, one written. */
  double copyWithin() {
    return rate(
        2 * bytes * operands,
        () -> {
          for (long at = 0; at < operands * bytes; at += bytes) {
            device.copyWithin(work(), left, at, into, at, bytes);
          }
        });
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
            if (open >= MOST_OPEN) {
              device.progress();
            }
          }
        });
  }

  private double rate(long moved, Runnable round) {
    long start = System.nanoTime();
    do {
      nanoseconds(round);
    } while (System.nanoTime() - start < WARM_UP_NANOSECONDS);
    double[] rates = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      rates[i] = (double) moved / nanoseconds(round);
    }
    Arrays.sort(rates);
    return rates[ROUNDS / 2];
  }

  private long nanoseconds(Runnable round) {
    long before = System.nanoTime();
    round.run();
    await(before);
    return System.nanoTime() - before;
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
