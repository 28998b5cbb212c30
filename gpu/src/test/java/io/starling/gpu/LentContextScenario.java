package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUcontext;
import jcuda.driver.JCudaDriver;

/** What {@link LentContextTest} runs on a stand-in; the argument says what. */
final class LentContextScenario {

  private static final int SIZE = 1000;

  private LentContextScenario() {}

  public static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case "enter" -> enter();
      case "off" -> off();
      case "fail" -> fail();
      case "use" -> use();
      case "keep" -> keep();
      default -> throw new IllegalArgumentException(arguments[0]);
    }
    System.out.println("through");
  }

  /** Enters on another thread, after the device was closed. */
  private static void enter() throws InterruptedException {
    Gpu gpu = Gpu.open();
    CudaAccess access = gpu.device().cudaAccess();
    gpu.close();
    assertThat(gpu.device().cudaAccess()).isNull();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  access.enter();
                  CUcontext current = new CUcontext();
                  int status = JCudaDriver.cuCtxGetCurrent(current);
                  assertThat(status).isZero();
                  assertThat(NativeHandle.of(current)).isEqualTo(access.context()).isNotZero();
                  System.out.println("entered");
                });
    other.join();
    try (Gpu again = Gpu.open();
        CudaAccess second = again.device().cudaAccess()) {
      assertThat(second.context()).isEqualTo(access.context());
    }
    access.close();
    access.close();
    assertThatThrownBy(access::enter).isInstanceOf(StarlingException.class);
  }

  private static void off() {
    try (Gpu gpu = Gpu.open()) {
      assertThat(gpu.device().cudaAccess()).isNull();
    }
  }

  private static void fail() {
    Gpu gpu = Gpu.open();
    CudaAccess access = gpu.device().cudaAccess();
    access.enter();
    DeviceBuffer buffer = gpu.allocate(SIZE);
    assertThatThrownBy(() -> buffer.copyFrom(MemorySegment.ofArray(new byte[SIZE])))
        .isInstanceOf(StarlingException.class);
    assertThatThrownBy(access::enter)
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining(gpu.name() + " failed while messages from or to its memory were open")
        .hasMessageContaining("CUDA_ERROR_LAUNCH_FAILED");
    access.close();
  }

  private static void use() {
    try (Gpu gpu = Gpu.open();
        DeviceBuffer buffer = gpu.allocate(SIZE)) {
      Device device = gpu.device();
      Completions completions = new Completions(device);
      MemorySegment host = device.staging(MessageMemory.ORDINARY).allocate(SIZE, Arena.global());
      device.copyIn(completions.next(), host, 0, buffer.segment(), 100, 200);
      assertThat(device.isUsing(buffer.segment(), 299, 1)).isTrue();
      assertThat(device.isUsing(buffer.segment(), 300, 1)).isFalse();
      assertThat(device.isUsing(buffer.segment(), 0, 100)).isFalse();
      completions.settle();
      assertThat(device.isUsing(buffer.segment(), 0, SIZE)).isFalse();
    }
  }

  /** A transport that has the memory does not keep it from being closed, but from being freed. */
  private static void keep() {
    Gpu gpu = Gpu.open();
    long before = gpu.freeMemory();
    DeviceBuffer buffer = gpu.allocate(SIZE);
    DeviceRegion region = MemoryBuffer.of(buffer.as(BasicDatatype.INT8)).memory().region();
    region.keep();
    buffer.close();
    assertThat(gpu.freeMemory()).isLessThan(before);
    region.letGo();
    assertThat(gpu.freeMemory()).isEqualTo(before);
    DeviceBuffer last = gpu.allocate(SIZE);
    DeviceRegion itsRegion = MemoryBuffer.of(last.as(BasicDatatype.INT8)).memory().region();
    itsRegion.keep();
    gpu.close();
    itsRegion.letGo();
  }
}
