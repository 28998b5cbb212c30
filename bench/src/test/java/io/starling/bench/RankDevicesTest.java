package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RankDevicesTest {

  @Test
  void one_device_for_all_is_named_alone() {
    RankDevices devices = new RankDevices(List.of("GPU 0 (K40)", "GPU 0 (K40)"));

    assertThat(devices.withRanks()).isEqualTo("GPU 0 (K40)");
    assertThat(devices.names()).isEqualTo("GPU 0 (K40)");
  }

  @Test
  void of_several_each_is_named_with_its_ranks() {
    RankDevices devices =
        new RankDevices(List.of("GPU 1 (K40)", "GPU 0 (K40)", "GPU 2 (H200)", "GPU 0 (K40)"));

    assertThat(devices.withRanks())
        .isEqualTo("GPU 0 (K40): ranks 1, 3; GPU 1 (K40): rank 0; GPU 2 (H200): rank 2");
    assertThat(devices.names()).isEqualTo("GPU 0 (K40), GPU 1 (K40), GPU 2 (H200)");
  }
}
