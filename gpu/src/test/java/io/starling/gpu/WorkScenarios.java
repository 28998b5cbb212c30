package io.starling.gpu;

import static io.starling.gpu.Contents.SIZE;
import static io.starling.gpu.Contents.array;
import static io.starling.gpu.Contents.assertSame;
import static io.starling.gpu.Contents.content;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * What holds of folds and other posted work, on a real device and on the stand-in; each leaves
 * nothing behind.
 */
final class WorkScenarios {

  private static final BasicDatatype TYPE = BasicDatatype.INT32;

  /** What a round of many posts may allocate, for what the JVM itself does now and then. */
  private static final int ROUND_BYTES = 1000;

  private WorkScenarios() {}

  static void folds_are_those_of_the_runtime() {
    RandomGenerator random = new SplittableRandom(2);
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer left = gpu.allocate(SIZE);
        DeviceBuffer right = gpu.allocate(SIZE);
        DeviceBuffer into = gpu.allocate(SIZE)) {
      Completions completions = new Completions(gpu.device());
      for (PredefinedFold predefined : FoldKernels.all()) {
        BasicDatatype type = predefined.type();
        Fold fold = FoldingOperator.of(predefined.operator()).fold(type);
        long length = 100 * type.extent();
        MemorySegment one = arena.allocate(length);
        MemorySegment other = arena.allocate(length);
        MemorySegment expected = arena.allocate(length);
        FoldSamples.fill(one, type, random);
        FoldSamples.fill(other, type, random);
        fold.fold(one, 0, other, 0, expected, 0, length);
        assertThat(gpu.device().folds(fold)).isTrue();
        left.slice(0, length).copyFrom(one);
        right.slice(16, length).copyFrom(other);
        into.fill((byte) 0); // Folds leave padding as it is.
        gpu.device()
            .fold(
                completions.next(),
                fold,
                left.segment(),
                0,
                right.segment(),
                16,
                into.segment(),
                32,
                length);
        MemorySegment result = content(into.slice(32, length));
        FoldSamples.unifyNans(expected, type);
        FoldSamples.unifyNans(result, type);
        assertThat(result.mismatch(expected)).as("%s", predefined).isEqualTo(-1);
      }
      completions.await();
      Fold users =
          FoldingOperator.of(ReductionOperator.ofInts("minus", false, (a, b) -> a - b)).fold(TYPE);
      assertThat(gpu.device().folds(users)).isFalse();
      assertThat(gpu.device().folds(users)).isFalse();
      MemorySegment result = into.segment();
      gpu.device()
          .fold(completions.next(), users, left.segment(), 0, right.segment(), 0, result, 0, 4);
      completions.settle();
      assertThat(completions.failures()).singleElement().asString().contains("has no such fold");
    }
  }

  static void empty_work_ends_at_the_next_progress() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(16)) {
      Completions completions = new Completions(gpu.device());
      Device device = gpu.device();
      MemorySegment memory = buffer.segment();
      Fold fold = FoldingOperator.of(ReductionOperator.SUM).fold(TYPE);
      device.copyIn(completions.next(), MemorySegment.NULL, 0, memory, 16, 0);
      device.copyOut(completions.next(), memory, 3, MemorySegment.NULL, 0, 0);
      device.copyWithin(completions.next(), memory, 3, memory, 3, 0);
      device.fold(completions.next(), fold, memory, 0, memory, 0, memory, 0, 0);
      assertThat(device.progress()).isEqualTo(4);
      assertThat(completions.open()).isZero();
      assertThat(device.progress()).isZero();
      assertThat(device.longestSleep()).isEqualTo(50_000);
    }
  }

  /** By less than the scratch memory of such copies, and by more; up and down. */
  static void copies_may_overlap_themselves() {
    long room = 4 * OverlappingCopies.SCRATCH_BYTES + 3;
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(room)) {
      Completions completions = new Completions(gpu.device());
      MemorySegment expected = array(room);
      Contents.random(expected, new SplittableRandom(1));
      buffer.copyFrom(expected);
      for (long distance :
          new long[] {1, 4, 4096, OverlappingCopies.SCRATCH_BYTES - 1, room / 3, room / 2 + 1}) {
        long length = room - distance;
        for (boolean isUp : new boolean[] {true, false}) {
          long from = isUp ? 0 : distance;
          long into = isUp ? distance : 0;
          MemorySegment memory = buffer.segment();
          gpu.device().copyWithin(completions.next(), memory, from, memory, into, length);
          MemorySegment.copy(expected, from, expected, into, length);
          completions.await();
          assertThat(content(buffer).mismatch(expected))
              .as("%d bytes from %d into %d", length, from, into)
              .isEqualTo(-1);
        }
      }
    }
  }

  static void a_user_copies_while_another_thread_posts() throws InterruptedException {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared();
        DeviceBuffer one = gpu.allocate(SIZE);
        DeviceBuffer other = gpu.allocate(SIZE)) {
      Completions completions = new Completions(gpu.device());
      MemorySegment host = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
      Thread user =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      other.fill((byte) i);
                      assertSame(content(other), array(SIZE).fill((byte) i));
                    }
                  });
      AtomicReference<Throwable> problem = new AtomicReference<>();
      user.setUncaughtExceptionHandler((_, e) -> problem.set(e));
      while (user.isAlive()) {
        gpu.device().copyIn(completions.next(), host, 0, one.segment(), 0, SIZE);
        gpu.device().copyOut(completions.next(), one.segment(), 0, host, 0, SIZE);
        completions.await();
      }
      user.join();
      assertThat(problem.get()).isNull();
    }
  }

  static void posts_allocate_nothing_in_the_long_run() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      int[] ended = new int[1];
      gpu.device().attach((_, _) -> ended[0]++);
      MemorySegment host = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
      Fold sum = FoldingOperator.of(ReductionOperator.SUM).fold(TYPE);
      long allocated = Long.MAX_VALUE;
      for (int round = 0; round < 50 && allocated > ROUND_BYTES; round++) {
        long before = allocatedBytes();
        postAndAwait(gpu.device(), sum, host, buffer.segment(), ended);
        allocated = allocatedBytes() - before;
      }
      assertThat(allocated).as("bytes for 1200 posts").isLessThanOrEqualTo(ROUND_BYTES);
    }
  }

  private static void postAndAwait(
      Device device, Fold fold, MemorySegment host, MemorySegment memory, int[] ended) {
    for (int i = 0; i < 300; i++) {
      int before = ended[0];
      device.copyIn(i, host, 0, memory, 0, 64);
      device.fold(i, fold, memory, 0, memory, 64, memory, 128, 64);
      device.copyWithin(i, memory, 128, memory, 256, 64);
      device.copyOut(i, memory, 256, host, 64, 64);
      while (ended[0] < before + 4) {
        device.progress();
      }
    }
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  /** Random work on overlapping memory gives what it would give one after the other. */
  static void work_takes_effect_in_the_order_of_its_posts(long seed, int rounds) {
    for (int round = 0; round < rounds; round++) {
      RandomGenerator random = new SplittableRandom(seed + round);
      try (RandomWork work = new RandomWork(random)) {
        assertThat(work.run(150)).as("-Dstarling.seed=%d", seed + round).isNull();
      }
    }
  }

  /** Not how fast it is, which only a device can tell: that it can be measured. */
  static void speed_can_be_measured() {
    try (GpuSpeed speed = new GpuSpeed(SIZE)) {
      assertThat(speed.fold(BasicDatatype.FLOAT32)).isPositive();
      assertThat(speed.copyWithin()).isPositive();
      assertThat(speed.copyInAndOut()).isPositive();
      assertThat(speed.copyInAndOut(SIZE / 3)).isPositive();
    }
  }
}
