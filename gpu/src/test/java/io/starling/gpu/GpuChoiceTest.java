package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuChoiceTest {

  private static final Gpus TWO =
      new Gpus.Present(12_060, List.of(device(0, "0000:3b:00.0"), device(1, "0000:af:00.0")));

  private static GpuDevice device(int index, String busId) {
    return new GpuDevice(index, "NVIDIA A100", 1L << 30, busId, 8, 0);
  }

  private static int chosen(String name) {
    return GpuChoice.of(TWO, Map.of(Gpu.VARIABLE, name)).index();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0000:af:00.0", "0000:AF:00.0", "00000000:AF:00.0", "af:00.0"})
  void a_device_is_named_by_index_or_place(String name) {
    assertThat(chosen(name)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "-1", "0000:b0:00.0", "0001:af:00.0", "GPU-1", "999999999999"})
  void a_name_of_no_device_is_refused_with_those_there_are(String name) {
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> chosen(name))
        .withMessage(
            "STARLING_GPU is '%s', which is not a device; write an index or a PCI bus id of 0 at"
                + " 0000:3b:00.0, 1 at 0000:af:00.0 (CUDA_VISIBLE_DEVICES may hide others)",
            name);
  }

  @Test
  void ranks_of_a_host_take_turns() {
    for (int rank = 0; rank < 5; rank++) {
      Map<String, String> environment =
          new RankEnvironment(10 + rank, 20, rank, 5, false, Path.of("job")).toVariables();
      assertThat(GpuChoice.of(TWO, environment).index()).isEqualTo(rank % 2);
    }
  }

  @Test
  void without_a_launcher_it_is_the_first() {
    assertThat(GpuChoice.of(TWO, Map.of()).index()).isZero();
    assertThat(GpuChoice.of(TWO, Map.of(Gpu.VARIABLE, " ")).index()).isZero();
  }

  @Test
  void without_a_driver_the_reason_is_told() {
    Gpus missing = new Gpus.Missing("libcuda.so.1 cannot be loaded");
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpu.open(missing, Map.of()))
        .withMessage("GPU 0 cannot be used: libcuda.so.1 cannot be loaded");
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpu.open(missing, Map.of(Gpu.VARIABLE, "0000:3b:00.0")))
        .withMessageContaining("libcuda.so.1 cannot be loaded");
  }

  @Test
  void no_device_is_given_where_the_launcher_was_told_so() {
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> chosen("none"))
        .withMessageContaining("because of the launcher's option --gpu-map none");
  }

  @Test
  void a_setting_that_means_nothing_makes_the_device_unavailable() {
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpu.open(TWO, Map.of(GpuSettings.PEER, "maybe")))
        .withMessage("STARLING_GPU_PEER must be on or off, not 'maybe'");
  }

  @Test
  void a_driver_without_devices_is_told_apart() {
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpu.open(new Gpus.Present(12_060, List.of()), Map.of()))
        .withMessage("there is no GPU 0: the CUDA driver shows 0");
  }

  @Test
  void a_driver_that_is_too_old_is_refused_with_both_versions() {
    Gpus old = new Gpus.Present(10_020, List.of(device(0, "0000:3b:00.0")));
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpu.open(old, Map.of()))
        .withMessage(
            "GPU 0 (NVIDIA A100) cannot be used: its driver supports CUDA 10.2, but Starling needs"
                + " 11.0 or later; install a newer NVIDIA driver");
  }
}
