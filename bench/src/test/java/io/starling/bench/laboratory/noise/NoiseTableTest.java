package io.starling.bench.laboratory.noise;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.compare.Contender;
import io.starling.bench.compare.Interruption;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.runtime.transport.noise.StolenTime;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NoiseTableTest {

  private static final NoiseWork WORK =
      new NoiseWork(
          4,
          BenchmarkKind.BROADCAST,
          4 << 20,
          List.of(0.0, 5.0, 10.0),
          10,
          1,
          Mode.STOP,
          2,
          Duration.ofSeconds(3),
          Duration.ofSeconds(5),
          Duration.ofMillis(300));

  /** Turn 7 is one of 5 %; 2900 ms of each turn count. */
  private static final Subject.Outcome OUTCOME =
      new Subject.Outcome(
          Subject.Turn.read(
              """
              a warning of some library
              {"turn":7,"iterations":2636.3636}
              {"turn":8,"iterations":1450.0000}
              {"turn":9,"iterations":2900.0000}
              {"turn":10,"iterations":1318.1818}
              {"turn":11,"iterations":725.0000}
              {"turn":12,"iterations":1450.0000}
              """),
          List.of(stolen(150, 300), stolen(180, 330)),
          Optional.empty());

  @Test
  void slowdowns_are_of_the_same_round() {
    Line line = line();
    assertThat(NoiseTable.of(WORK, List.of(line)))
        .startsWith(
            """
            library   algorithm    noise    time [us]         extra [us]           slowdown   injected
            Starling  adapt          0 %         1500                                           0.00 %
                                     5 %         1650         +150 ± 635      +10.0 ± 0.0 %     5.50 %
                                    10 %         3000       +1500 ± 6353     +100.0 ± 0.0 %    10.50 %

            broadcast of 4 MiB on 4 ranks; noise 10 times a second by
            SIGSTOP and SIGCONT (stop); 2 turns of 3 s for each percentage.
            """);
  }

  @Test
  void json_has_every_round_and_the_estimates() throws IOException {
    StringWriter text = new StringWriter();
    try (NoiseJson json = new NoiseJson(text)) {
      json.header(WORK, "starling noise -n 4", 4);
      json.line(line());
      json.failure(new Fake(), "it \"hangs\"");
    }
    List<String> lines = text.toString().lines().toList();
    assertThat(lines).hasSize(1 + 6 + 3 + 1);
    assertThat(lines.get(0)).contains("\"mode\":\"stop\"", "\"turn_ms\":3000");
    assertThat(lines.get(4))
        .isEqualTo(
            "{\"library\":\"starling\",\"algorithm\":\"adapt\",\"percent\":5.0,\"round\":2,"
                + "\"avg_us\":2200.000,\"injected_percent\":5.500}");
    assertThat(lines.get(9))
        .isEqualTo(
            "{\"library\":\"starling\",\"algorithm\":\"adapt\",\"percent\":10.0,"
                + "\"avg_us\":3000.000,\"extra_us\":1500.000,\"extra_margin_us\":6353.000,\"slowdown_percent\":100.000,"
                + "\"slowdown_margin_percent\":0.000,\"injected_percent\":10.500}");
    assertThat(lines.get(10)).endsWith("\"failure\":\"it \\\"hangs\\\"\"}");
  }

  @Test
  void a_share_that_was_not_measured_is_a_dash_and_null() throws IOException {
    Line line =
        Line.of(
            new Fake(), WORK, new Subject.Outcome(OUTCOME.turns(), List.of(), Optional.empty()));
    assertThat(NoiseTable.of(WORK, List.of(line))).containsPattern("1500 +-\n");
    StringWriter text = new StringWriter();
    try (NoiseJson json = new NoiseJson(text)) {
      json.line(line);
    }
    assertThat(text.toString()).contains("\"injected_percent\":null");
  }

  private static Line line() {
    return Line.of(new Fake(), WORK, OUTCOME);
  }

  private static StolenTime stolen(long few, long many) {
    StolenTime stolen = new StolenTime();
    for (long turn : new long[] {7, 10}) {
      stolen.add(turn, Duration.ofMillis(few).toNanos());
    }
    for (long turn : new long[] {8, 11}) {
      stolen.add(turn, Duration.ofMillis(many).toNanos());
    }
    return stolen;
  }

  private record Fake() implements Subject {
    @Override
    public Contender contender() {
      return Contender.STARLING;
    }

    @Override
    public String algorithm() {
      return "adapt";
    }

    @Override
    public Outcome measure(NoiseWork work, Interruption interruption) {
      return OUTCOME;
    }
  }
}
