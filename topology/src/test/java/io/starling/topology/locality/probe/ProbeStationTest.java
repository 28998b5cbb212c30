package io.starling.topology.locality.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Real sockets, on the loopback device. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ProbeStationTest {

  private static final Duration TIMEOUT = Duration.ofMillis(500);
  private static final long PATIENCE = 5;

  /** They take longer than the patience. */
  private static final int MANY = 10_000_000;

  @Test
  void two_stations_measure_each_other() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ProbeStation one = ProbeStation.open(here);
        ProbeStation other = ProbeStation.open(here)) {
      PairSample there = one.measure(other.place(), 200, true, TIMEOUT);
      PairSample back = other.measure(one.place(), 200, false, TIMEOUT);
      assertThat(there.roundTrip()).isBetween(1.0, 20_000.0);
      assertThat(there.sent()).isEqualTo(200);
      assertThat(there.bandwidth()).isGreaterThan(1);
      assertThat(there.overTcp()).isFalse();
      assertThat(back.roundTrip()).isGreaterThan(1);
      assertThat(back.bandwidth()).isZero();
    }
  }

  @Test
  void where_udp_is_filtered_tcp_measures() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ProbeStation one = ProbeStation.open(here);
        ProbeStation other = ProbeStation.open(here);
        DatagramSocket silent = new DatagramSocket(0, here)) {
      ProbeStation.Place place = other.place();
      PairSample sample =
          one.measure(
              new ProbeStation.Place(place.address(), silent.getLocalPort(), place.tcp()),
              50,
              false,
              Duration.ofMillis(50));
      assertThat(sample.overTcp()).isTrue();
      assertThat(sample.roundTrip()).isGreaterThan(1);
    }
  }

  @Test
  void a_station_that_has_gone_does_not_answer() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ProbeStation one = ProbeStation.open(here)) {
      ProbeStation.Place gone;
      try (ProbeStation other = ProbeStation.open(here)) {
        gone = other.place();
      }
      assertThatIOException().isThrownBy(() -> one.measure(gone, 10, true, Duration.ofMillis(50)));
    }
  }

  @Test
  void a_station_that_goes_on_the_way_ends_the_measurement() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ProbeStation one = ProbeStation.open(here)) {
      ProbeStation other = ProbeStation.open(here);
      Future<PairSample> sample = endlessMeasurement(one, other.place());
      other.close();
      // On a busy machine the station may have gone before the first probe.
      assertThatThrownBy(() -> sample.get(PATIENCE, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class)
          .hasMessageFindingMatch("none of 10|Connection refused");
    }
  }

  @Test
  void the_close_of_a_station_ends_its_own_measurement() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ProbeStation other = ProbeStation.open(here)) {
      ProbeStation one = ProbeStation.open(here);
      Future<PairSample> sample = endlessMeasurement(one, other.place());
      one.close();
      assertThatThrownBy(() -> sample.get(PATIENCE, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class);
      assertThatThrownBy(() -> one.measure(other.place(), 1, false, TIMEOUT))
          .hasMessageContaining("closed");
    }
  }

  private static Future<PairSample> endlessMeasurement(ProbeStation from, ProbeStation.Place to)
      throws InterruptedException {
    FutureTask<PairSample> sample =
        new FutureTask<>(() -> from.measure(to, MANY, false, Duration.ofMillis(20)));
    Thread.ofPlatform().daemon().start(sample);
    Thread.sleep(50);
    return sample;
  }
}
