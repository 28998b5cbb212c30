package io.starling.gpu;

import static io.starling.gpu.Contents.SIZE;
import static io.starling.gpu.Contents.array;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What holds of wrong calls and of what is closed, on a real device and on the stand-in; each
 * leaves nothing behind.
 */
final class LifeScenarios {

  private LifeScenarios() {}

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
              ".* can't allocate 1125899906842624 bytes: \\d+ of its \\d+ bytes are free; .*");
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
    Fold fold = FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.INT32);
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

  static void memory_that_a_thread_copies_is_not_freed_by_another() throws Exception {
    MemorySegment data = array(40 << 20);
    try (Gpu gpu = Gpu.open()) {
      for (int round = 0; round < 5; round++) {
        DeviceBuffer buffer = gpu.allocate(data.byteSize());
        CompletableFuture<Void> copy = CompletableFuture.runAsync(() -> buffer.copyFrom(data));
        while (isOpen(buffer)) {
          Thread.onSpinWait();
        }
        try {
          copy.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          assertThat(e).hasMessageEndingWith(gpu.name() + " is closed");
        }
      }
    }
  }

  /** Tries to close it. */
  private static boolean isOpen(DeviceBuffer buffer) {
    try {
      buffer.close();
      return false;
    } catch (IllegalStateException e) {
      return true;
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
}
