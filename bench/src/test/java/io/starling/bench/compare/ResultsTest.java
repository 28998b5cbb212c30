package io.starling.bench.compare;

import static io.starling.bench.compare.Figures.MPICH;
import static io.starling.bench.compare.Figures.OPEN_MPI;
import static io.starling.bench.compare.Figures.sample;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ResultsTest {

  private static final Cell CELL = new Cell("reduce", 1024);

  private final Results median = new Results(Figures.ALL, Results.Statistic.MEDIAN);
  private final Results best = new Results(Figures.ALL, Results.Statistic.BEST);

  @Test
  void a_cell_is_the_median_of_the_rounds_or_the_best() {
    for (Results results : List.of(median, best)) {
      results.add(sample(OPEN_MPI, 1, "reduce", 1024, 9));
      results.add(sample(OPEN_MPI, 2, "reduce", 1024, 2));
      results.add(sample(OPEN_MPI, 3, "reduce", 1024, 3));
    }
    assertThat(median.microseconds(OPEN_MPI, CELL)).hasValue(3);
    assertThat(best.microseconds(OPEN_MPI, CELL)).hasValue(2);

    median.add(sample(OPEN_MPI, 4, "reduce", 1024, 4));
    assertThat(median.microseconds(OPEN_MPI, CELL)).hasValue(3.5);
  }

  @Test
  void the_ratio_is_to_the_fastest_of_the_others() {
    median.add(sample(Contender.STARLING, 1, "reduce", 1024, 3));
    assertThat(median.ratio(CELL)).isEmpty();
    median.add(sample(OPEN_MPI, 1, "reduce", 1024, 4));
    median.add(sample(MPICH, 1, "reduce", 1024, 2));
    assertThat(median.ratio(CELL)).hasValue(1.5);
    assertThat(median.bestPeer(CELL)).hasValue(MPICH);
  }

  @Test
  void without_starling_there_is_no_ratio() {
    median.add(sample(OPEN_MPI, 1, "reduce", 1024, 4));
    assertThat(median.ratio(CELL)).isEmpty();
    assertThat(ComparisonSummary.of(median))
        .isEqualTo("1 cell, none with both Starling and a peer");
  }

  @Test
  void cells_keep_the_order_of_the_collectives_and_sizes_ascend() {
    median.add(sample(OPEN_MPI, 1, "scan", 8, 1));
    median.add(sample(MPICH, 1, "reduce", 1024, 1));
    median.add(sample(OPEN_MPI, 1, "reduce", 8, 1));
    assertThat(median.cells()).containsExactly(new Cell("scan", 8), new Cell("reduce", 8), CELL);
  }

  @Test
  void the_summary_counts_and_names_the_worst() {
    median.add(sample(Contender.STARLING, 1, "reduce", 1024, 1));
    median.add(sample(OPEN_MPI, 1, "reduce", 1024, 4));
    median.add(sample(Contender.STARLING, 1, "scan", 8, 4));
    median.add(sample(OPEN_MPI, 1, "scan", 8, 4));
    median.add(sample(Contender.STARLING, 1, "barrier", 0, 2));
    median.add(sample(OPEN_MPI, 1, "barrier", 0, 1));
    assertThat(ComparisonSummary.of(median))
        .isEqualTo(
            "3 cells, 2 with a ratio of at most 1.00, geometric mean 0.79, worst 2.00 (barrier)");
  }
}
