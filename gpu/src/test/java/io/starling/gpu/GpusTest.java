package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpusTest {

  private static final GpuDevice DEVICE =
      new GpuDevice(0, "NVIDIA A100", 42_949_672_960L, "0000:3b:00.0", 8, 0);

  @Test
  void asking_never_fails() {
    assertThatCode(Gpus::here).doesNotThrowAnyException();
    assertThat(Gpus.here()).isSameAs(Gpus.here());
  }

  @Test
  void without_a_driver_the_missing_library_is_named(@TempDir Path folder) {
    Gpus gpus = CudaProbe.probe("libcuda-of-nowhere.so.1", folder);

    assertThat(gpus.devices()).isEmpty();
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> gpus.device(0))
        .withMessageStartingWith("GPU 0 cannot be used: libcuda-of-nowhere.so.1 cannot be loaded");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_library_that_is_no_driver_is_not_taken_for_one(@TempDir Path folder) {
    assertThat(CudaProbe.probe("libc.so.6", folder)).isInstanceOf(Gpus.Missing.class);
  }

  @Test
  void a_device_is_found_by_its_number() {
    Gpus gpus = new Gpus.Present(12060, List.of(DEVICE));

    assertThat(gpus.device(0)).isSameAs(DEVICE);
    assertThat(DEVICE.computeCapability()).isEqualTo("8.0");
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> gpus.device(1))
        .withMessage("there is no GPU 1: the CUDA driver shows 1");
    assertThatExceptionOfType(GpuUnavailableException.class).isThrownBy(() -> gpus.device(-1));
  }
}
