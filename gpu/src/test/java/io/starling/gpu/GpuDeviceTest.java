package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@RequiresGpu
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuDeviceTest {

  @Test
  void every_device_tells_its_name_memory_place_and_capability() {
    assertThat(Gpus.here().devices())
        .allSatisfy(
            device -> {
              assertThat(device.name()).isNotBlank();
              assertThat(device.memoryBytes()).isGreaterThan(1L << 30);
              assertThat(device.pciBusId())
                  .matches("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
              assertThat(device.computeMajor()).isGreaterThanOrEqualTo(5);
              assertThat(device).isEqualTo(Gpus.here().device(device.index()));
            });
  }

  @Test
  void a_device_beyond_the_last_is_refused_with_their_number() {
    int count = Gpus.here().devices().size();
    assertThatExceptionOfType(GpuUnavailableException.class)
        .isThrownBy(() -> Gpus.here().device(count))
        .withMessage("there is no GPU %d: the CUDA driver shows %d", count, count);
  }
}
