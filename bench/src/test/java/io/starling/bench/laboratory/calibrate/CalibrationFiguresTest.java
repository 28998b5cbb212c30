package io.starling.bench.laboratory.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.micro.BenchmarkKind;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CalibrationFiguresTest {

  private static final long BYTES = 1 << 20;
  private static final double MESSAGE = 0.3;
  private static final double LATENCY = 0.5;
  private static final double START = 1.5;
  private static final double MOVE = 10_000;
  private static final double COPY = 4_000;
  private static final double FOLD = 5_000;
  private static final Offset<Double> EXACT = within(1e-6);

  /** What a machine with known figures would let one read. */
  private static List<Reading> readings(long eager, int... segments) {
    double message = MESSAGE + LATENCY;
    double perByte = 2 / COPY + 1 / MOVE;
    List<Reading> readings = new ArrayList<>();
    readings.add(new Reading(Reading.PING_PONG, 8, 8, message));
    readings.add(new Reading(Reading.PING_PONG, 4096, 4096, message + 4088 * perByte));
    readings.add(new Reading(Reading.STREAM, 8192, 8, MESSAGE));
    readings.add(new Reading(Reading.EAGER, 0, 0, (double) eager));
    for (int segment : segments) {
      double stream = MESSAGE + LATENCY + START + segment / MOVE;
      readings.add(new Reading(Reading.STREAM, BYTES, segment, stream));
      readings.add(new Reading(Reading.FOLD, BYTES, segment, segment / FOLD));
    }
    return readings;
  }

  @Test
  void what_a_machine_costs_is_found_in_its_readings() {
    CalibrationFigures figures = CalibrationFigures.of(readings(8192, 16384, 65536, 262144), BYTES);
    assertThat(figures.post()).isCloseTo(MESSAGE / 2, EXACT);
    assertThat(figures.latency()).isCloseTo(LATENCY, EXACT);
    assertThat(figures.eager()).isEqualTo(8192);
    assertThat(figures.start()).isCloseTo(START, EXACT);
    assertThat(figures.bandwidth()).isCloseTo(MOVE, within(0.1));
    assertThat(figures.copy()).isCloseTo(COPY, within(0.1));
    assertThat(figures.fold()).isCloseTo(FOLD, within(0.1));
  }

  @Test
  void segments_that_leave_at_once_say_nothing_of_those_that_do_not() {
    List<Reading> readings = new ArrayList<>(readings(8192, 16384, 65536));
    readings.add(new Reading(Reading.STREAM, BYTES, 8192, 40));
    assertThat(CalibrationFigures.of(readings, BYTES).bandwidth()).isCloseTo(MOVE, within(0.1));
  }

  @Test
  void a_reading_that_is_missing_is_named() {
    List<Reading> readings = readings(8192, 16384);
    readings.removeFirst();
    assertThatThrownBy(() -> CalibrationFigures.of(readings, BYTES))
        .hasMessage("nothing was read of ping-pong, 8 bytes in 8");
  }

  @Test
  void the_simulator_gives_back_what_was_read() {
    CalibrationFigures figures = CalibrationFigures.of(readings(8192, 16384, 65536, 262144), BYTES);
    int segments = 16;
    long segment = BYTES / segments;
    double one = MESSAGE + LATENCY + START + segment / MOVE;
    double predicted =
        Forecast.microseconds(
            figures.machine(2, "a test"),
            BenchmarkKind.BROADCAST,
            Plan.algorithm("broadcast", (int) segment),
            BYTES);
    // Rank 1 takes the segments one by one; before and after them a message is under way.
    assertThat(predicted).isBetween(segments * one, segments * one + 3 * (MESSAGE + LATENCY));
  }

  @Test
  void a_reduce_costs_the_folds_besides() {
    CalibrationFigures figures = CalibrationFigures.of(readings(8192, 16384, 65536, 262144), BYTES);
    double broadcast = forecast(figures, BenchmarkKind.BROADCAST);
    double reduce = forecast(figures, BenchmarkKind.REDUCE);
    assertThat(reduce - broadcast).isCloseTo(BYTES / FOLD, within(0.1 * BYTES / FOLD));
  }

  private static double forecast(CalibrationFigures figures, BenchmarkKind kind) {
    return Forecast.microseconds(
        figures.machine(2, "a test"), kind, Plan.algorithm(kind.collective(), 65536), BYTES);
  }

  @Test
  void a_line_is_read_as_it_was_written_and_others_are_none() {
    Reading reading = new Reading(Reading.STREAM, BYTES, 65536, 7.25);
    assertThat(Reading.ofLine(reading.toLine())).contains(reading);
    assertThat(Reading.ofLine("[warning] something else")).isEmpty();
  }
}
