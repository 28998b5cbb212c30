package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GpuSettingsTest {

  @Test
  void by_default_the_device_folds_and_shares_and_lets_ucx_in_and_much_is_kept_in_host_memory() {
    assertThat(GpuSettings.of(Map.of())).isEqualTo(new GpuSettings(256 << 20, true, true, true));
  }

  @Test
  void all_can_be_switched_off() {
    assertThat(
            GpuSettings.of(
                Map.of(
                    "STARLING_GPU_CACHE",
                    "0",
                    "STARLING_GPU_FOLDS",
                    "host",
                    "STARLING_GPU_PEER",
                    "off",
                    "STARLING_GPU_UCX",
                    "off")))
        .isEqualTo(new GpuSettings(0, false, false, false));
  }

  @Test
  void what_means_nothing_is_refused_by_name() {
    assertThatThrownBy(() -> GpuSettings.of(Map.of("STARLING_GPU_CACHE", "much")))
        .hasMessageContaining("STARLING_GPU_CACHE: 'much' is not a size");
    assertThatThrownBy(() -> GpuSettings.of(Map.of("STARLING_GPU_FOLDS", "gpu")))
        .hasMessage("STARLING_GPU_FOLDS must be device or host, not 'gpu'");
    assertThatThrownBy(() -> GpuSettings.of(Map.of("STARLING_GPU_PEER", "yes")))
        .hasMessage("STARLING_GPU_PEER must be on or off, not 'yes'");
    assertThatThrownBy(() -> GpuSettings.of(Map.of("STARLING_GPU_UCX", "auto")))
        .hasMessage("STARLING_GPU_UCX must be on or off, not 'auto'");
  }
}
