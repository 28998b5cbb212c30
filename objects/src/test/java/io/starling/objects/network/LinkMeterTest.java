package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.objects.transfer.LinkEstimate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LinkMeterTest {

  private static final long MB = 1 << 20;
  private static final long MILLISECOND = 1_000_000;

  private final LinkMeter meter = new LinkMeter();
  private final FullTime times = new FullTime(meter);

  @Test
  void without_measurements_the_usual_values_stand() {
    assertThat(meter.estimate()).isEqualTo(LinkEstimate.ASSUMED);
  }

  @Test
  void the_shortest_round_trip_counts_until_it_is_old() {
    meter.onRoundTrip(100_000);
    meter.onRoundTrip(900_000);
    assertThat(meter.estimate().latency()).isEqualTo(51_000);
    meter.onRoundTrip(60_000);
    assertThat(meter.estimate().latency()).isEqualTo(30_000);
    for (int i = 0; i < 200; i++) {
      meter.onRoundTrip(200_000);
    }
    assertThat(meter.estimate().latency()).isEqualTo(100_000);
  }

  @Test
  void a_connection_that_is_always_full_tells_its_bandwidth() {
    times.onWrite(4 * MB, true, 0);
    for (int i = 1; i <= 10; i++) {
      times.onWrite(MB, true, i * MILLISECOND);
    }
    assertThat(meter.estimate().bytesPerNanosecond())
        .isCloseTo((double) MB / MILLISECOND, within(1e-9));
  }

  @Test
  void a_connection_that_waits_for_its_source_tells_nothing() {
    for (int i = 0; i < 100; i++) {
      times.onWrite(MB, i % 2 == 0, i * MILLISECOND);
    }
    assertThat(meter.estimate()).isEqualTo(LinkEstimate.ASSUMED);
  }
}
