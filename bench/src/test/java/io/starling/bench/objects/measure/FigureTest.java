package io.starling.bench.objects.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FigureTest {

  private static Figure of(long... nanoseconds) {
    return Figure.of("put", "starling", "served", 2, 1024, nanoseconds);
  }

  @Test
  void the_median_of_an_even_number_is_the_lower_of_the_middle_two() {
    assertThat(of(4001, 1000, 2001, 9000).median()).isCloseTo(2, within(0.002));
    assertThat(of(4000, 1000, 2000).median()).isEqualTo(2);
    assertThat(of(7).median()).isEqualTo(0.007);
  }

  @Test
  void one_of_a_hundred_may_be_slower_than_the_last_figure() {
    long[] times = LongStream.rangeClosed(1, 200).map(micros -> micros * 1000).toArray();
    assertThat(of(times).p99()).isCloseTo(198, within(0.2));
    assertThat(of(7000).p99()).isCloseTo(7, within(0.007));
    assertThat(of(times).minimum()).isEqualTo(1);
  }

  @Test
  void the_words_of_a_peer_are_a_figure() {
    Figure figure = Figure.parse("reduce", "gloo", "ring", 2, 8, "20 3.5 1.0 9.25\n");
    assertThat(figure).isEqualTo(new Figure("reduce", "gloo", "ring", 2, 8, 20, 3.5, 1, 9.25));
    assertThatThrownBy(() -> Figure.parse("reduce", "gloo", "ring", 2, 8, "no memory"))
        .hasMessageContaining("no memory");
  }

  @Test
  void the_report_is_a_table_and_one_object_of_JSON_per_line() throws IOException {
    var table = new ByteArrayOutputStream();
    StringWriter json = new StringWriter();
    try (FigureReport report =
        new FigureReport(new PrintStream(table, true, StandardCharsets.UTF_8), Optional.of(json))) {
      report.header();
      report.add(of(1000, 2000, 3000));
      report.add(Figure.parse("put", "redis", "SET", 2, 1024, "3 1 1 2.12345"));
    }
    assertThat(json.toString().lines())
        .containsExactly(
            "{\"benchmark\":\"put\",\"library\":\"starling\",\"way\":\"served\",\"ranks\":2,"
                + "\"bytes\":1024,\"iterations\":3,\"median_us\":2.0,\"min_us\":1.0,\"p99_us\":3.001}",
            "{\"benchmark\":\"put\",\"library\":\"redis\",\"way\":\"SET\",\"ranks\":2,"
                + "\"bytes\":1024,\"iterations\":3,\"median_us\":1.0,\"min_us\":1.0,\"p99_us\":2.123}");
    assertThat(table.toString(StandardCharsets.UTF_8).lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("put +redis +SET +2 +1024 +3 +1\\.0 +1\\.0 +2\\.1"));
  }
}
