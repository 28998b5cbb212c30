package io.starling.gpu;

import static io.starling.gpu.Contents.SIZE;
import static io.starling.gpu.Contents.array;
import static io.starling.gpu.Contents.assertSame;
import static io.starling.gpu.Contents.content;
import static io.starling.gpu.Contents.random;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * What holds of memory and of copies that wait, on a real device and on the stand-in; each leaves
 * nothing behind.
 */
final class MemoryScenarios {

  private static final int LARGE = (9 << 20) + 3;

  private MemoryScenarios() {}

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
      Memory memory = MemoryBuffer.of(buffer.as(BasicDatatype.INT8)).memory();
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

  static void memory_of_other_code_is_a_buffer_that_frees_nothing() {
    CUdeviceptr theirs = new CUdeviceptr();
    try (Gpu gpu = Gpu.open()) {
      assertThat(JCudaDriver.cuMemAlloc(theirs, SIZE)).isZero();
      long address = NativeHandle.of(theirs);
      MemorySegment data = random(array(SIZE), new SplittableRandom(4));
      DeviceBuffer closed;
      try (DeviceBuffer all = gpu.wrap(address, SIZE);
          DeviceBuffer part = gpu.wrap(address + 13, 100)) {
        assertThat(all.address()).isEqualTo(address);
        assertThat(part.address()).isEqualTo(all.slice(13, 100).address());
        all.copyFrom(data);
        assertSame(content(part), data.asSlice(13, 100));
        assertThat(part.as(Datatype.INT8).count()).isEqualTo(100);
        closed = part;
      }
      assertThatExceptionOfType(IllegalStateException.class).isThrownBy(closed::address);
      try (DeviceBuffer again = gpu.wrap(address, SIZE)) {
        assertSame(content(again), data);
      }
      assertThat(JCudaDriver.cuMemFree(theirs)).as("nobody else has freed it").isZero();
    }
  }

  static void memory_that_the_device_can_not_use_is_not_taken() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      long address = buffer.address();
      assertNotTaken(gpu, address, -1, "the length is negative");
      // A driver may round up.
      assertNotTaken(gpu, address + 1, 1L << 40, "its allocation has only ");
      MemorySegment staging = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
      assertNotTaken(gpu, staging.address(), SIZE, "it is host memory");
      long nowhere = Arena.ofAuto().allocate(SIZE).address();
      assertNotTaken(gpu, nowhere, SIZE, "CUDA has no allocation at that address in this process");
      DeviceBuffer freed = gpu.allocate(SIZE);
      long former = freed.address();
      freed.close();
      assertNotTaken(gpu, former, SIZE, "CUDA has no allocation at that address in this process");
      if (Gpus.here().devices().size() > 1) {
        try (Gpu other = Gpu.open(1);
            DeviceBuffer elsewhere = other.allocate(SIZE)) {
          assertNotTaken(gpu, elsewhere.address(), SIZE, "it is on GPU 1; open that one");
        }
      }
      try (DeviceBuffer nothing = gpu.wrap(0, 0)) {
        assertThat(nothing.byteSize()).isZero();
      }
    }
  }

  private static void assertNotTaken(Gpu gpu, long address, long bytes, String why) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> gpu.wrap(address, bytes))
        .withMessageStartingWith(
            "%s can't use %d bytes at 0x%x: %s".formatted(gpu.name(), bytes, address, why));
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
}
