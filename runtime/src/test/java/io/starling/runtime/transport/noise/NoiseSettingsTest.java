package io.starling.runtime.transport.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NoiseSettingsTest {

  @Test
  void no_variable_is_no_noise() {
    assertThat(NoiseSettings.from(Map.of("PATH", "/bin"))).isEmpty();
  }

  @Test
  void one_number_is_enough() {
    NoiseSettings noise = NoiseSettings.from(Map.of("STARLING_NOISE", "5")).orElseThrow();
    assertThat(noise)
        .isEqualTo(
            new NoiseSettings(
                List.of(5.0), 10, 1, 1_000_000_000, OptionalLong.empty(), Optional.empty()));
  }

  @Test
  void what_is_written_is_read() {
    NoiseSettings noise =
        new NoiseSettings(
            List.of(0.0, 2.5, 50.0),
            0.1,
            -7,
            123,
            OptionalLong.of(-99),
            Optional.of(Path.of("/reports here")));
    assertThat(NoiseSettings.from(noise.toVariables())).contains(noise);
  }

  @Test
  void what_cannot_be_is_refused_with_the_reason() {
    refused("not 50.1 %: its duration is drawn up to twice", "STARLING_NOISE", "50.1");
    refused("not -1.0 %", "STARLING_NOISE", "5,-1");
    refused("not NaN %", "STARLING_NOISE", "NaN");
    refused("STARLING_NOISE is not a number: 'much'", "STARLING_NOISE", "much");
    refused("STARLING_NOISE is not a number: ''", "STARLING_NOISE", "5,");
    refused("not 0.0 times", "STARLING_NOISE_HERTZ", "0");
    refused("not 1001.0 times: a period has 1 ms at least", "STARLING_NOISE_HERTZ", "1001");
    refused("STARLING_NOISE_SEED is not a number: '1.5'", "STARLING_NOISE_SEED", "1.5");
    refused("a turn of noise can't last 0 ns", "STARLING_NOISE_TURN", "0");
    refused("STARLING_NOISE_ORIGIN is not a number: 'now'", "STARLING_NOISE_ORIGIN", "now");
  }

  private static void refused(String reason, String name, String value) {
    Map<String, String> environment =
        name.equals("STARLING_NOISE")
            ? Map.of(name, value)
            : Map.of("STARLING_NOISE", "5", name, value);
    assertThatThrownBy(() -> NoiseSettings.from(environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
