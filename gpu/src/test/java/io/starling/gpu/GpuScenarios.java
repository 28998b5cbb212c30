package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.PredefinedFold;
import io.starling.runtime.reduction.ReductionOperators;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import jcuda.Pointer;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** What holds on a real device and on the stand-in; each leaves nothing behind. */
final class GpuScenarios {

  private static final int SIZE = 10_000;

  /** What a round of many posts may allocate, for what the JVM itself does now and then. */
  private static final int ROUND_BYTES = 1000;

  private static final int LARGE = (9 << 20) + 3;

  private GpuScenarios() {}

  private static MemorySegment random(MemorySegment segment, RandomGenerator random) {
    for (long offset = 0; offset < segment.byteSize(); offset++) {
      segment.set(JAVA_BYTE, offset, (byte) random.nextInt());
    }
    return segment;
  }

  private static MemorySegment array(long bytes) {
    return MemorySegment.ofArray(new byte[(int) bytes]);
  }

  private static MemorySegment content(DeviceBuffer buffer) {
    MemorySegment content = array(buffer.byteSize());
    buffer.copyTo(content);
    return content;
  }

  private static void assertSame(MemorySegment one, MemorySegment other) {
    assertThat(one.mismatch(other)).isEqualTo(-1);
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

  static void what_is_copied_in_comes_out() {
    RandomGenerator random = new SplittableRandom(1);
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(LARGE);
        DeviceBuffer other = gpu.allocate(LARGE + 1)) {
      assertSame(content(buffer), array(LARGE));
      MemorySegment data = random(array(LARGE), random);
      buffer.copyFrom(data);
      assertSame(content(buffer), data);
      other.copyFrom(buffer);
      MemorySegment out = arena.allocate(LARGE + 1);
      other.copyTo(out);
      assertSame(out.asSlice(0, LARGE), data);
      assertThat(out.get(JAVA_BYTE, LARGE)).isZero();
      random(out, random);
      other.copyFrom(out);
      assertSame(content(other), out);
      other.copyFrom(MemorySegment.ofArray(new byte[0]));
      assertSame(content(other), out);
    }
  }

  static void parts_of_java_arrays_go_in_and_out() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(LARGE)) {
      MemorySegment data = random(array(LARGE), new SplittableRandom(6));
      MemorySegment out = array(LARGE);
      Memory memory = buffer.as(BasicDatatype.INT8).memory();
      memory.write(2, data, 1, LARGE - 3);
      memory.read(3, out, 5, LARGE - 7);
      assertSame(out.asSlice(0, 5), array(5));
      assertSame(out.asSlice(5, LARGE - 7), data.asSlice(2, LARGE - 7));
    }
  }

  static void a_slice_is_a_view_that_owns_nothing() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      try (DeviceBuffer slice = buffer.slice(100, 50)) {
        slice.fill((byte) 7);
        slice.slice(10, 5).fill((byte) 8);
      }
      MemorySegment expected = array(SIZE);
      expected.asSlice(100, 50).fill((byte) 7);
      expected.asSlice(110, 5).fill((byte) 8);
      assertSame(content(buffer), expected);
      buffer.slice(0, 50).copyFrom(buffer.slice(100, 50));
      expected.asSlice(0, 50).copyFrom(expected.asSlice(100, 50));
      assertSame(content(buffer), expected);
      assertThat(buffer.slice(SIZE, 0).byteSize()).isZero();
      buffer.slice(SIZE, 0).fill((byte) 1);
    }
  }

  static void nothing_can_be_allocated_and_copied() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer nothing = gpu.allocate(0)) {
      nothing.copyFrom(array(0));
      nothing.copyTo(array(0));
      nothing.fill((byte) 1);
      assertThat(nothing.byteSize()).isZero();
    }
  }

  static void what_is_wrong_is_told() {
    try (Gpu gpu = Gpu.open();
        Gpu second = Gpu.open(0);
        DeviceBuffer buffer = gpu.allocate(SIZE);
        DeviceBuffer alien = second.allocate(SIZE)) {
      String label = gpu.name();
      assertThat(label).matches("GPU 0 \\(.+\\)");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> gpu.allocate(-1))
          .withMessage(label + ": can't allocate -1 bytes, the size is negative");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.slice(SIZE - 1, 2))
          .withMessage("a buffer of 10000 bytes on " + label + " has no 2 bytes from 9999 on");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.slice(-1, 2));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.slice(0, -1));
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.copyFrom(array(SIZE + 1)))
          .withMessageContaining("10001 bytes can't be copied into a buffer of 10000 bytes");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> buffer.copyTo(array(SIZE - 1)))
          .withMessageContaining("there is room for 9999");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> buffer.copyTo(array(SIZE).asReadOnly()))
          .withMessageStartingWith("read-only");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> buffer.copyFrom(alien))
          .withMessageContaining("were not allocated by the same Gpu");
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> buffer.copyFrom(buffer.slice(1, SIZE - 1)))
          .withMessageContaining("overlap");
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> gpu.allocate(1L << 50))
          .withMessageMatching(
              ".* can't give 1125899906842624 bytes: \\d+ of its \\d+ bytes are free; .*");
      assertThat(gpu.freeMemory()).isBetween(1L, gpu.totalMemory());
    }
  }

  static void what_is_closed_is_of_no_use() {
    Gpu gpu = Gpu.open();
    DeviceBuffer buffer = gpu.allocate(SIZE);
    DeviceBuffer forgotten = gpu.allocate(SIZE);
    DeviceBuffer slice = buffer.slice(1, 2);
    MemorySegment segment = buffer.segment();
    assertThat(segment.scope().isAlive()).isTrue();

    buffer.close();
    buffer.close();

    assertThat(segment.scope().isAlive()).isFalse();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> buffer.copyTo(array(SIZE)))
        .withMessage("a buffer of 10000 bytes on " + gpu.name() + " is closed");
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(buffer::segment);
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> buffer.slice(0, 1));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> slice.fill((byte) 1))
        .withMessage("a view of 2 bytes on " + gpu.name() + " is closed");
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> forgotten.copyFrom(slice));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment host = arena.allocate(SIZE);
      assertRefused(gpu, host, segment);
    }
    gpu.close();
    gpu.close();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> forgotten.fill((byte) 1));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> gpu.allocate(1))
        .withMessage(gpu.name() + " is closed");
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(gpu::freeMemory);
    assertThatCode(forgotten::close).doesNotThrowAnyException();
  }

  /** No post throws: what can't be posted is told as failed, even when the device is closed. */
  private static void assertRefused(Gpu gpu, MemorySegment host, MemorySegment closed) {
    Device device = gpu.device();
    Completions completions = new Completions(device);
    Fold fold = ReductionOperators.SUM.fold(type());
    device.copyIn(completions.next(), host, 0, closed, 0, SIZE);
    device.copyOut(completions.next(), closed, 0, host, 0, SIZE);
    device.copyWithin(completions.next(), closed, 0, closed, 0, SIZE);
    device.fold(completions.next(), fold, closed, 0, closed, 0, closed, 0, SIZE);
    device.settle(completions.next(), closed, 0, SIZE);
    assertThat(device.progress()).isEqualTo(5);
    assertThat(completions.failures())
        .hasSize(5)
        .allMatch(failure -> failure.startsWith(gpu.name() + ": a "))
        .allMatch(failure -> failure.contains(" can't be posted: the memory is closed already"));
    device.copyIn(completions.next(), host, 1, host, 0, SIZE);
    gpu.close();
    device.copyIn(completions.next(), host, 0, host, 0, SIZE);
    device.fold(completions.next(), fold, host, 0, host, 0, host, 0, SIZE);
    device.settle(completions.next(), host, 0, SIZE);
    assertThat(device.folds(fold)).isFalse();
    assertThat(device.progress()).isEqualTo(4);
    assertThat(completions.failures().subList(6, 9))
        .allMatch(failure -> failure.endsWith(" can't be posted: " + gpu.name() + " is closed"));
  }

  static void memory_of_another_thread_is_refused() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    Exchanger<MemorySegment> exchanger = new Exchanger<>();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  try (Arena arena = Arena.ofConfined()) {
                    exchanger.exchange(arena.allocate(SIZE));
                    done.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    MemorySegment confined = exchanger.exchange(null);
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      assertThatExceptionOfType(WrongThreadException.class)
          .isThrownBy(() -> buffer.copyFrom(confined));
      assertThatExceptionOfType(WrongThreadException.class)
          .isThrownBy(() -> buffer.copyTo(confined));
    } finally {
      done.countDown();
      other.join();
    }
  }

  static void what_is_closed_waits_for_work_that_uses_it() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared()) {
      Completions completions = new Completions(gpu.device());
      DeviceBuffer buffer = gpu.allocate(SIZE);
      try (DeviceBuffer unused = gpu.allocate(SIZE)) {
        MemorySegment host = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
        gpu.device().copyIn(completions.next(), host, 0, buffer.segment(), 10, 100);
        buffer.slice(1000, 10).copyFrom(host.asSlice(0, 10));
        assertThat(unused.byteSize()).isEqualTo(SIZE);
        gpu.device().copyOut(completions.next(), buffer.segment(), 10, host, 0, 100);
        buffer.close();
        assertThat(completions.open()).isEqualTo(2);
      }
      completions.await();
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> gpu.device().attach((_, _) -> {}))
          .withMessage(gpu.name() + " is attached already: open another Gpu for another rank");
    }
  }

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
        Fold fold = predefined.operator().fold(type);
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
      Fold users = ReductionOperators.ofInts("minus", false, (a, b) -> a - b).fold(type());
      assertThat(gpu.device().folds(users)).isFalse();
      assertThat(gpu.device().folds(users)).isFalse();
      MemorySegment result = into.segment();
      gpu.device()
          .fold(completions.next(), users, left.segment(), 0, right.segment(), 0, result, 0, 4);
      completions.settle();
      assertThat(completions.failures()).singleElement().asString().contains("has no such fold");
    }
  }

  private static BasicDatatype type() {
    return BasicDatatype.INT32;
  }

  static void empty_work_ends_at_the_next_progress() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(16)) {
      Completions completions = new Completions(gpu.device());
      Device device = gpu.device();
      MemorySegment memory = buffer.segment();
      Fold fold = ReductionOperators.SUM.fold(type());
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

  static void staging_lives_as_long_as_its_arena() {
    try (Gpu gpu = Gpu.open()) {
      MessageMemory staging = gpu.device().staging(MessageMemory.ORDINARY);
      for (long bytes : new long[] {0, 1, 64, 4096, 5000, 1 << 20}) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment one = staging.allocate(bytes, arena);
          MemorySegment other = staging.allocate(bytes, arena);
          assertThat(one.byteSize()).isEqualTo(bytes);
          assertThat(one.address() % MessageMemory.ALIGNMENT).isZero();
          assertSame(one, array(bytes));
          assertSame(other.fill((byte) 1), array(bytes).fill((byte) 1));
          assertThat(one.scope()).isEqualTo(arena.scope());
        }
      }
    }
  }

  static void dropped_staging_is_unpinned_and_freed_in_this_order() throws InterruptedException {
    try (Gpu gpu = Gpu.open()) {
      CountDownLatch freed = new CountDownLatch(1);
      AtomicInteger status = new AtomicInteger();
      MessageMemory under =
          (bytes, arena) -> {
            MemorySegment memory = arena.allocate(bytes, 4096);
            long address = memory.address();
            return memory.reinterpret(
                arena,
                _ -> {
                  status.set(unregister(address));
                  freed.countDown();
                });
          };
      gpu.device().staging(under).allocate(64, Arena.ofAuto());
      awaitWithCollections(freed);
      assertThat(status).hasValue(CUresult.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
    }
  }

  private static int unregister(long address) {
    return JCudaDriver.cuMemHostUnregister(
        Pointer.to(MemorySegment.ofAddress(address).reinterpret(1).asByteBuffer()));
  }

  private static void awaitWithCollections(CountDownLatch latch) throws InterruptedException {
    do {
      System.gc();
    } while (!latch.await(10, TimeUnit.MILLISECONDS));
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
      Fold sum = ReductionOperators.SUM.fold(type());
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

  static MemorySegment ints(MemorySegment segment, RandomGenerator random) {
    for (long index = 0; index < segment.byteSize() / Integer.BYTES; index++) {
      segment.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, index, random.nextInt());
    }
    return segment;
  }
}
