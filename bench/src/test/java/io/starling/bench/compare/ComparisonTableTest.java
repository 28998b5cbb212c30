package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.report.Microseconds;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ComparisonTableTest {

  @Test
  void every_cell_has_a_line_with_all_times_and_the_ratio() {
    String[] lines = ComparisonTable.of(Figures.results(), false).split("\n", -1);
    assertThat(lines)
        .contains(
            "               size    Starling  Open MPI 4.1.4  MPICH 4.0.2    ratio",
            "broadcast       8 B       0.150           0.190        0.240     0.79",
            "broadcast    16 MiB        1400            2100         2300     0.67",
            "allreduce       8 B       0.300           0.240        0.600     1.25",
            "barrier                   0.400           0.500        0.900     0.80");
    assertThat(lines)
        .filteredOn(line -> line.matches("(broadcast|allreduce|barrier) .*"))
        .hasSize(13);
  }

  @Test
  void the_last_line_sums_up() {
    assertThat(ComparisonTable.of(Figures.results(), false))
        .endsWith(
            "\n13 cells, 12 with a ratio of at most 1.00, geometric mean 0.69,"
                + " worst 1.25 (allreduce, 8 B)\n");
  }

  @Test
  void what_is_missing_is_a_dash_and_a_reason() {
    Results results = new Results(Figures.ALL, Results.Statistic.MEDIAN);
    results.add(Figures.sample(Contender.STARLING, 1, "scan", 8, 1));
    results.add(Figures.sample(Figures.MPICH, 1, "scan", 8, 2));
    results.add(Figures.sample(Figures.MPICH, 1, "scan", 16, 2));
    results.fail("scan, Open MPI 4.1.4: it hangs");
    results.fail("scan, Open MPI 4.1.4: it hangs");
    String table = ComparisonTable.of(results, false);
    assertThat(table)
        .contains("scan       8 B       1.000               -        2.000     0.50\n")
        .contains("scan      16 B           -               -        2.000        -\n")
        .containsOnlyOnce("not measured: scan, Open MPI 4.1.4: it hangs\n");
  }

  @Test
  void ratios_have_colours_only_where_they_are_welcome() {
    String coloured = ComparisonTable.of(Figures.results(), true);
    assertThat(coloured).contains("\u001B[32m   0.79\u001B[0m", "\u001B[31m   1.25\u001B[0m");
    assertThat(ComparisonTable.of(Figures.results(), false)).doesNotContain("\u001B");
    assertThat(coloured.replaceAll("\u001B\\[\\d+m", ""))
        .isEqualTo(ComparisonTable.of(Figures.results(), false));
  }

  @Test
  void nothing_at_all_still_is_a_sentence() {
    Results results = new Results(List.of(Contender.STARLING), Results.Statistic.BEST);
    results.fail("broadcast, Starling: the job ended with status 1");
    assertThat(ComparisonTable.of(results, true))
        .contains("not measured: broadcast")
        .endsWith("0 cells, none with both Starling and a peer\n");
  }

  @Test
  void times_have_four_digits_and_fitting_units() {
    assertThat(Microseconds.text(0.19)).isEqualTo("0.190");
    assertThat(Microseconds.text(12.345)).isEqualTo("12.35");
    assertThat(Microseconds.text(12345.6)).isEqualTo("12346");
    assertThat(Microseconds.withUnit(0.1)).isEqualTo("0.1 µs");
    assertThat(Microseconds.withUnit(1.4999)).isEqualTo("1.5 µs");
    assertThat(Microseconds.withUnit(999.9)).isEqualTo("1 ms");
    assertThat(Microseconds.withUnit(2.5e7)).isEqualTo("25 s");
  }
}
