package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What {@link GpuFailuresTest} runs on a stand-in that fails. */
final class GpuFailures {

  private static final int SIZE = 1000;
  private static final int TINY = 100;

  private GpuFailures() {}

  /** Prints why no device can be opened. */
  static void open() {
    try (Gpu gpu = Gpu.open()) {
      System.out.println("opened " + gpu.name() + " at " + gpu.hardware().pciBusId());
    } catch (GpuUnavailableException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }

  static void a_post_that_fails_fails_alone() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      Completions completions = new Completions(gpu.device());
      MemorySegment host = arena.allocate(SIZE);
      for (int i = 0; i < 3; i++) {
        gpu.device().copyIn(completions.next(), host, 0, buffer.segment(), 0, SIZE);
      }
      completions.settle();
      assertThat(completions.failures())
          .containsExactly(
              gpu.name()
                  + ": a copy to the device (cuMemcpyHtoDAsync) of 1000 bytes can't be posted:"
                  + " CUDA_ERROR_INVALID_VALUE (1), invalid argument");
    }
  }

  static void work_that_fails_takes_all_open_work_with_it() {
    Gpu gpu = Gpu.open();
    Device device = gpu.device();
    DeviceBuffer buffer = gpu.allocate(SIZE);
    Completions completions = new Completions(device);
    MemorySegment host = device.staging(MessageMemory.ORDINARY).allocate(SIZE, Arena.global());
    for (int i = 0; i < 3; i++) {
      device.copyIn(completions.next(), host, 0, buffer.segment(), 0, TINY);
      device.copyOut(completions.next(), buffer.segment(), 500, host, 500, TINY);
    }
    completions.settle();
    assertThat(completions.failures())
        .isNotEmpty()
        .allMatch(failure -> failure.startsWith(gpu.name()))
        .allMatch(failure -> failure.contains("CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
    assertThat(completions.failures().getFirst())
        .matches(".* failed while a copy to the (device|host) .* was open: .*");
    int before = completions.failures().size();
    device.copyIn(completions.next(), host, 0, buffer.segment(), 0, TINY);
    completions.settle();
    assertThat(completions.failures()).hasSize(before + 1);
    assertThatExceptionOfType(StarlingException.class)
        .isThrownBy(() -> buffer.copyTo(host))
        .withMessageContaining("CUDA_ERROR_ILLEGAL_ADDRESS (700)");
    buffer.close();
    gpu.close();
  }

  /** Its slot is used again as soon as the failure is told. */
  static void a_copy_that_fails_after_its_post_writes_nothing_later() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      Completions completions = new Completions(gpu.device());
      MemorySegment host = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
      host.fill((byte) 1);
      gpu.device().copyOut(completions.next(), buffer.segment(), 0, host, 0, SIZE);
      completions.settle();
      assertThat(completions.failures()).hasSize(1);
      assertThat(host.mismatch(MemorySegment.ofArray(new byte[SIZE]))).isEqualTo(-1);
    }
  }

  static void nothing_is_closed_while_work_uses_it() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      Completions completions = new Completions(gpu.device());
      MemorySegment host = gpu.device().staging(MessageMemory.ORDINARY).allocate(SIZE, arena);
      for (int i = 0; i < 4; i++) {
        gpu.device().copyIn(completions.next(), host, 0, buffer.segment(), 10, 100);
      }
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(buffer::close)
          .withMessage(
              "a buffer of 1000 bytes on %s can't be closed while a copy to the device"
                  + " (cuMemcpyHtoDAsync) is open; complete the operation first",
              gpu.name());
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(gpu::close)
          .withMessageContaining("a copy to the device (cuMemcpyHtoDAsync) is open");
      completions.await();
    }
  }

  /** Nobody polls after a failure. */
  static void all_can_be_closed_after_a_failure() {
    Gpu gpu = Gpu.open();
    Device device = gpu.device();
    DeviceBuffer buffer = gpu.allocate(SIZE);
    Completions completions = new Completions(device);
    MemorySegment host = device.staging(MessageMemory.ORDINARY).allocate(SIZE, Arena.global());
    for (int i = 0; i < 4; i++) {
      device.copyIn(completions.next(), host, 0, buffer.segment(), 0, TINY);
    }
    buffer.close();
    gpu.close();
    assertThat(completions.open()).isEqualTo(4);
    assertThat(device.progress()).isEqualTo(4);
    assertThat(completions.failures()).isNotEmpty();
  }

  static void copies_use_events_again() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      MemorySegment host = arena.allocate(SIZE);
      for (int i = 0; i < 10_000; i++) {
        buffer.copyFrom(host);
        buffer.copyTo(host);
      }
    }
  }

  static void functions_that_cannot_be_compiled_are_told() {
    try (Gpu gpu = Gpu.open()) {
      assertThatExceptionOfType(GpuUnavailableException.class)
          .isThrownBy(
              () ->
                  gpu.device()
                      .folds(FoldingOperator.of(ReductionOperator.SUM).fold(BasicDatatype.INT32)))
          .withMessageStartingWith(
              gpu.name()
                  + " can't fold: its driver supports CUDA 12.6 and refuses functions for CUDA 10.0"
                  + " and later, compute capability 6.0 and later:"
                  + " CUDA_ERROR_UNSUPPORTED_PTX_VERSION (222)")
          .withMessageEndingWith("; the compiler says: the stand-in does not take this PTX");
      try (DeviceBuffer buffer = gpu.allocate(SIZE)) {
        buffer.fill((byte) 1);
      }
    }
  }

  static void memory_that_is_full_is_told_and_can_be_used_again() {
    try (Gpu gpu = Gpu.open()) {
      assertThat(gpu.totalMemory()).isEqualTo(1 << 20);
      DeviceBuffer half = gpu.allocate(1 << 19);
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> gpu.allocate((1 << 19) + 1))
          .withMessage(
              "%s can't allocate 524289 bytes: 524288 of its 1048576 bytes are free; close unused"
                  + " buffers, allocate less, or run fewer ranks per GPU",
              gpu.name());
      half.close();
      gpu.allocate((1 << 19) + 1).close();
    }
  }

  /** Allocates staging memory twice, and uses it. */
  static void stage() {
    try (Gpu gpu = Gpu.open();
        Arena arena = Arena.ofConfined();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      MessageMemory staging = gpu.device().staging(MessageMemory.ORDINARY);
      for (int i = 0; i < 2; i++) {
        MemorySegment memory = staging.allocate(SIZE, arena);
        assertThat(memory.mismatch(MemorySegment.ofArray(new byte[SIZE]))).isEqualTo(-1);
        assertThat(memory.byteSize()).isEqualTo(SIZE);
        memory.fill((byte) 3);
        buffer.copyFrom(memory);
        memory.fill((byte) 4);
        buffer.copyTo(memory);
        assertThat(memory.get(JAVA_BYTE, 7)).isEqualTo((byte) 3);
      }
    }
  }

  static void drop() throws InterruptedException {
    drop("drop");
    System.setProperty(Gpu.LEAKS_PROPERTY, "trace");
    drop("trace");
  }

  private static void drop(String name) throws InterruptedException {
    try (Gpu gpu = Gpu.open()) {
      long free = gpu.freeMemory();
      dropOne(gpu);
      System.out.println(name + ": dropped");
      while (gpu.freeMemory() < free) {
        System.gc();
        Thread.sleep(10);
      }
    }
  }

  private static void dropOne(Gpu gpu) {
    assertThat(gpu.allocate(SIZE).byteSize()).isEqualTo(SIZE);
  }
}
