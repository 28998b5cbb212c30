package io.starling.gpu;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * Posts random work on little memory of a device and of the host, and does the same in Java arrays,
 * one after the other.
 */
final class RandomWork implements AutoCloseable {

  private static final int SIZE = 2048;
  private static final int LONGEST = 256;
  private static final Fold SUM =
      FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.INT32);

  private final RandomGenerator random;
  private final Gpu gpu = Gpu.open();
  private final Device device = gpu.device();
  private final DeviceBuffer buffer = gpu.allocate(SIZE);
  private final Arena arena = Arena.ofShared();
  private final Completions completions = new Completions(device);
  private final MemorySegment host;
  private final MemorySegment expectedHost = MemorySegment.ofArray(new byte[SIZE]);
  private final MemorySegment expectedDevice = MemorySegment.ofArray(new byte[SIZE]);

  RandomWork(RandomGenerator random) {
    this.random = random;
    host = device.staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
    Contents.random(host, random);
    expectedHost.copyFrom(host);
  }

  /** What differs in the end; null where nothing does. */
  String run(int posts) {
    for (int post = 0; post < posts; post++) {
      post();
      if (random.nextInt(4) == 0) {
        device.progress();
      }
      if (random.nextInt(20) == 0) {
        now();
      }
    }
    completions.await();
    MemorySegment result = MemorySegment.ofArray(new byte[SIZE]);
    buffer.copyTo(result);
    if (host.mismatch(expectedHost) >= 0) {
      return "the host's memory differs from byte %d on".formatted(host.mismatch(expectedHost));
    }
    return result.mismatch(expectedDevice) < 0
        ? null
        : "the device's memory differs from byte %d on".formatted(result.mismatch(expectedDevice));
  }

  private void post() {
    long length = 4L * random.nextInt(1, LONGEST / 4);
    long one = place(length);
    long other = place(length);
    long third = random.nextBoolean() ? one : disjoint(one, other, length);
    int work = completions.next();
    MemorySegment memory = buffer.segment();
    switch (random.nextInt(4)) {
      case 0 -> {
        device.copyIn(work, host, one, memory, other, length);
        MemorySegment.copy(expectedHost, one, expectedDevice, other, length);
      }
      case 1 -> {
        device.copyOut(work, memory, one, host, other, length);
        MemorySegment.copy(expectedDevice, one, expectedHost, other, length);
      }
      case 2 -> {
        device.copyWithin(work, memory, one, memory, other, length);
        MemorySegment.copy(expectedDevice, one, expectedDevice, other, length);
      }
      default -> {
        long right = third == one && overlap(one, other, length) ? one : other;
        device.fold(work, SUM, memory, one, memory, right, memory, third, length);
        SUM.fold(expectedDevice, one, expectedDevice, right, expectedDevice, third, length);
      }
    }
  }

  /** A user's copy in between, which must see all that was posted. */
  private void now() {
    MemorySegment seen = MemorySegment.ofArray(new byte[SIZE]);
    switch (random.nextInt(3)) {
      case 0 -> {
        buffer.copyTo(seen);
        if (seen.mismatch(expectedDevice) >= 0) {
          throw new AssertionError("a copy overtook what was posted before");
        }
      }
      case 1 -> {
        Contents.random(seen, random);
        buffer.copyFrom(seen);
        expectedDevice.copyFrom(seen);
      }
      default -> {
        byte value = (byte) random.nextInt();
        buffer.slice(100, 200).fill(value);
        expectedDevice.asSlice(100, 200).fill(value);
      }
    }
  }

  private long place(long length) {
    return 4 * random.nextLong((SIZE - length) / 4 + 1);
  }

  private long disjoint(long one, long other, long length) {
    long place = place(length);
    while (overlap(place, one, length) || overlap(place, other, length)) {
      place = place(length);
    }
    return place;
  }

  private static boolean overlap(long one, long other, long length) {
    return Math.abs(one - other) < length;
  }

  @Override
  public void close() {
    arena.close();
    buffer.close();
    gpu.close();
  }
}
