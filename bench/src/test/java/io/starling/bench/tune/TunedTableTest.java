package io.starling.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.settings.AlgorithmTable;
import io.starling.collectives.settings.AlgorithmTable.Line;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TunedTableTest {

  private static final String SHIPPED = "chain";

  private static Result result(int ranks, long bytes, String best) {
    return new Result("broadcast", ranks, bytes, SHIPPED, 20, best, best.equals(SHIPPED) ? 20 : 10);
  }

  private static AlgorithmTable table(Result... results) {
    String json = new TunedTable("a \"machine\"", "today", List.of(results)).toJson();
    return AlgorithmTable.parse("tuned.json", json);
  }

  private static List<Line> broadcasts(AlgorithmTable table, int ranks) {
    return table.decisions(ranks, 1, ranks).stream()
        .filter(line -> line.collective().equals("broadcast") && line.limits().isEmpty())
        .toList();
  }

  private static String chosen(AlgorithmTable table, int ranks, long bytes) {
    return broadcasts(table, ranks).stream()
        .filter(line -> line.leastBytes() <= bytes && bytes <= line.mostBytes())
        .map(line -> line.algorithm().split(",", 2)[0])
        .findFirst()
        .orElseThrow();
  }

  @Test
  void winners_reach_half_way_to_the_next_size() {
    AlgorithmTable table =
        table(result(12, 8, "flat"), result(12, 8192, "flat"), result(12, 1 << 17, "binary"));
    assertThat(chosen(table, 12, 0)).isEqualTo("flat");
    assertThat(chosen(table, 12, 8192)).isEqualTo("flat");
    assertThat(chosen(table, 12, 20_000)).isEqualTo("flat");
    assertThat(chosen(table, 12, 50_000)).isEqualTo("binary");
    assertThat(chosen(table, 12, 1L << 40)).isEqualTo("binary");
  }

  @Test
  void where_the_shipped_choice_wins_its_rules_stay() {
    AlgorithmTable table = table(result(12, 8, SHIPPED), result(12, 1 << 20, "flat"));
    assertThat(chosen(table, 12, 8)).isEqualTo("board");
    assertThat(chosen(table, 12, 1 << 20)).isEqualTo("flat");
  }

  @Test
  void a_table_without_any_winner_is_the_shipped_one() {
    AlgorithmTable table = table(result(12, 8, SHIPPED));
    assertThat(table.rules("broadcast")).isEqualTo(AlgorithmTable.shipped().rules("broadcast"));
  }

  @Test
  void a_number_of_ranks_stands_for_those_below_it_that_were_not_measured() {
    AlgorithmTable table = table(result(12, 8, "flat"), result(24, 8, "binary"));
    assertThat(chosen(table, 10, 8)).isEqualTo("board");
    assertThat(chosen(table, 12, 8)).isEqualTo("flat");
    assertThat(chosen(table, 13, 8)).isEqualTo("binary");
    assertThat(chosen(table, 24, 8)).isEqualTo("binary");
    assertThat(chosen(table, 25, 8)).isEqualTo("binomial");
  }

  @Test
  void other_nodes_keep_the_shipped_rules() {
    AlgorithmTable table = table(result(4, 8, "flat"));
    assertThat(table.decisions(4, 2, 2))
        .isEqualTo(
            AlgorithmTable.shipped().decisions(4, 2, 2).stream()
                .map(line -> renumbered(line, table))
                .toList());
  }

  /** The shipped rules come after one more, and from another file. */
  private static Line renumbered(Line line, AlgorithmTable table) {
    return table.decisions(4, 2, 2).stream()
        .filter(other -> other.collective().equals(line.collective()))
        .filter(other -> other.leastBytes() == line.leastBytes())
        .filter(other -> other.limits().equals(line.limits()))
        .filter(other -> other.algorithm().equals(line.algorithm()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void results_travel_as_lines() {
    Result result = result(4, 8, "flat,segment=16K");
    assertThat(Result.ofLine(result.toLine())).contains(result);
    assertThat(Result.ofLine("hello")).isEmpty();
  }
}
