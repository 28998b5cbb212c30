package io.starling.collectives.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.SlicesAlgorithm;
import io.starling.collectives.exchange.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DecisionsTest {

  private static final Place FOUR = new Place(4, 1, 4);

  private static Selection table(String collective, String... rules) {
    return Selection.DEFAULT.withTable(
        DecisionTable.parse(
            "tuned.json",
            "{\"version\": 1, \"collectives\": {\"%s\": [%s]}}"
                .formatted(collective, String.join(",", rules))));
  }

  private static final Selection CLASSES =
      table(
          "broadcast",
          "{\"ranks\": 3, \"use\": \"binary\"}",
          "{\"bytes\": \"1K-4K\", \"use\": \"flat\"}",
          "{\"bytes\": \"<=2K\", \"use\": \"binomial\"}",
          "{\"bytes\": 1000000, \"use\": \"k-nomial\"}",
          "{\"nodes\": 2, \"ranksPerNode\": \">4\", \"use\": \"topology\"}",
          "{\"use\": \"chain\"}");

  private static String broadcast(Place place, long bytes) {
    Decisions decisions = CLASSES.on(place);
    return decisions.choose(CollectiveKind.BROADCAST, bytes, true, true).algorithm().name();
  }

  @Test
  void the_first_rule_that_applies_wins() {
    assertThat(broadcast(FOUR, 0)).isEqualTo("binomial");
    assertThat(broadcast(FOUR, 1023)).isEqualTo("binomial");
    assertThat(broadcast(FOUR, 1024)).isEqualTo("flat");
    assertThat(broadcast(FOUR, 4096)).isEqualTo("flat");
    assertThat(broadcast(FOUR, 4097)).isEqualTo("chain");
    assertThat(broadcast(FOUR, 999_999)).isEqualTo("chain");
    assertThat(broadcast(FOUR, 1_000_000)).isEqualTo("k-nomial");
    assertThat(broadcast(FOUR, 1_000_001)).isEqualTo("chain");
    assertThat(broadcast(FOUR, Long.MAX_VALUE)).isEqualTo("chain");
  }

  @Test
  void ranks_and_nodes_are_those_of_the_communicator() {
    assertThat(broadcast(new Place(3, 1, 3), 2048)).isEqualTo("binary");
    assertThat(broadcast(new Place(9, 2, 5), 5000)).isEqualTo("topology");
    assertThat(broadcast(new Place(8, 2, 4), 5000)).isEqualTo("chain");
  }

  @Test
  void the_bytes_of_a_block_are_those_of_the_message_divided_by_the_ranks() {
    Selection blocks =
        table(
            "allgather",
            "{\"blockBytes\": \"<=7\", \"bytes\": \">=20\", \"use\": \"bruck\"}",
            "{\"blockBytes\": \"8-9\", \"use\": \"recursive-doubling\"}",
            "{\"use\": \"ring\"}");
    for (int ranks : new int[] {1, 3, 4, 1000}) {
      Decisions decisions = blocks.on(new Place(ranks, 1, ranks));
      for (long bytes = 0; bytes < 12L * ranks; bytes++) {
        String expected =
            bytes / ranks >= 10 || (bytes / ranks <= 7 && bytes < 20)
                ? "ring"
                : bytes / ranks <= 7 ? "bruck" : "recursive-doubling";
        assertThat(decisions.choose(CollectiveKind.ALLGATHER, bytes, true, true).algorithm().name())
            .as("%d bytes, %d ranks", bytes, ranks)
            .isEqualTo(expected);
      }
      assertThat(
              decisions
                  .choose(CollectiveKind.ALLGATHER, Problem.UNKNOWN, true, true)
                  .algorithm()
                  .name())
          .isEqualTo("ring");
    }
  }

  @Test
  void where_ranks_do_not_know_the_length_only_rules_without_bounds_apply() {
    assertThat(broadcast(FOUR, Problem.UNKNOWN)).isEqualTo("chain");
  }

  @Test
  void the_same_rule_gives_the_same_choice() {
    Decisions decisions = CLASSES.on(FOUR);
    Choice first = decisions.choose(CollectiveKind.BROADCAST, 5000, true, true);
    assertThat(decisions.choose(CollectiveKind.BROADCAST, 600_000, true, true)).isSameAs(first);
    assertThat(CLASSES.on(FOUR).choose(CollectiveKind.BROADCAST, 5000, true, true)).isSameAs(first);
  }

  @Test
  void where_memory_is_not_mapped_slices_give_way_to_the_next_rule_that_applies() {
    List<Decision> all =
        table(
                "allreduce",
                "{\"bytes\": \">=8K\", \"use\": \"slices,segment=64K\"}",
                "{\"bytes\": \">=64K\", \"use\": \"slices,segment=16K\"}",
                "{\"bytes\": \"<1M\", \"use\": \"linear\"}",
                "{\"use\": \"halving-doubling,segment=32K\"}")
            .on(FOUR)
            .all(CollectiveKind.ALLREDUCE, true, true);
    assertThat(all).extracting(Decision::least).containsExactly(0L, 8192L, 1L << 20);
    assertThat(all)
        .extracting(decision -> name(decision.choice()))
        .containsExactly("linear", "slices", "slices");
    SlicesAlgorithm last = (SlicesAlgorithm) all.getLast().choice().algorithm();
    assertThat(last.elsewhere().name()).isEqualTo("halving-doubling");
    assertThat(last.its().segmentBytes()).isEqualTo(32 << 10);
    assertThat(all.getLast().choice().parameters().segmentBytes()).isEqualTo(64 << 10);
  }

  @Test
  void slices_in_the_last_rule_give_way_to_the_default_of_their_own() {
    Choice last =
        table("broadcast", "{\"use\": \"slices\"}")
            .on(FOUR)
            .choose(CollectiveKind.BROADCAST, 8, true, true);
    assertThat(((SlicesAlgorithm) last.algorithm()).elsewhere().name()).isEqualTo("chain");
  }

  @Test
  void a_choice_with_its_next_one_is_made_once() {
    String[] rules = {
      "{\"bytes\": \">=8K\", \"use\": \"slices\"}", "{\"use\": \"halving-doubling\"}"
    };
    Selection selection = table("allreduce", rules);
    assertThat(selection.on(FOUR).choose(CollectiveKind.ALLREDUCE, 1 << 20, true, true))
        .isSameAs(selection.on(FOUR).choose(CollectiveKind.ALLREDUCE, 1 << 20, true, true));
  }

  @Test
  void a_rule_whose_algorithm_can_not_do_it_is_passed_over() {
    Decisions decisions =
        table(
                "reduce",
                "{\"commutative\": false, \"bytes\": \"<8\", \"use\":"
                    + " \"blocking,tree=in-order-binary\"}",
                "{\"use\": \"flat\"}",
                "{\"use\": \"in-order-binary\"}")
            .on(FOUR);
    assertThat(name(decisions.choose(CollectiveKind.REDUCE, 4, true, true))).isEqualTo("flat");
    assertThat(name(decisions.choose(CollectiveKind.REDUCE, 4, false, true))).isEqualTo("blocking");
    assertThat(name(decisions.choose(CollectiveKind.REDUCE, 9, false, true)))
        .isEqualTo("in-order-binary");
  }

  private static String name(Choice choice) {
    return choice.algorithm().name();
  }

  private static Decision broadcast(Selection selection) {
    return selection.on(FOUR).decide(CollectiveKind.BROADCAST, 8, true, true);
  }

  @Test
  void a_call_goes_before_the_option_before_the_tree_before_the_table_before_the_shipped_one() {
    Selection selection = Selection.DEFAULT;
    assertThat(broadcast(selection).reason())
        .matches("shipped table, rule \\d+: nodes <=1, ranks <=8");
    selection = selection.withTable(DecisionTable.parse("t", one("flat")));
    assertThat(broadcast(selection).reason()).isEqualTo("table rule 1: everything else; file t");
    selection = selection.withTree("chain");
    assertThat(broadcast(selection).reason()).isEqualTo("--tree");
    selection = selection.with("broadcast=binary", "--algorithm");
    assertThat(broadcast(selection).reason()).isEqualTo("--algorithm");
    selection = selection.with("broadcast=chain", "withAlgorithm");
    assertThat(broadcast(selection).reason()).isEqualTo("withAlgorithm");
    assertThat(name(broadcast(selection).choice())).isEqualTo("chain");
  }

  private static String one(String use) {
    return "{\"version\": 1, \"collectives\": {\"broadcast\": [{\"use\": \"%s\"}]}}".formatted(use);
  }

  @Test
  void what_a_table_does_not_mention_the_shipped_one_decides() {
    Decisions decisions = table("broadcast", "{\"use\": \"flat\"}").on(FOUR);
    assertThat(decisions.decide(CollectiveKind.REDUCE, 8, true, true).reason())
        .startsWith("shipped table, rule");
  }

  @Test
  void a_tree_leaves_operators_that_do_not_commute_to_the_table() {
    Decisions decisions = Selection.DEFAULT.withTree("chain").on(FOUR);
    Decision decision = decisions.decide(CollectiveKind.REDUCE, 8, false, true);
    assertThat(name(decision.choice())).isEqualTo("in-order-binary");
    assertThat(decision.reason())
        .endsWith("; --tree does not support operators that are not commutative");
  }

  @Test
  void a_wish_that_can_not_keep_the_order_is_refused() {
    Decisions decisions = Selection.DEFAULT.with("reduce=chain", "--algorithm").on(FOUR);
    assertThatThrownBy(() -> decisions.choose(CollectiveKind.REDUCE, 8, false, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not keep the order");
  }

  @Test
  void each_case_is_explained_once() {
    List<String> lines = new ArrayList<>();
    Decisions decisions = new Decisions(CLASSES, FOUR, "", new Explanations(lines::add));
    decisions.choose(CollectiveKind.BROADCAST, 8, true, true);
    decisions.choose(CollectiveKind.BROADCAST, 16, true, true);
    decisions.choose(CollectiveKind.BROADCAST, 2048, true, true);
    decisions.choose(CollectiveKind.BARRIER, 0, true, true);
    assertThat(lines)
        .hasSize(3)
        .startsWith(
            "broadcast of 8 bytes on 4 ranks, 1 node:"
                + " binomial,segment=131072,send-window=4,receive-window=8"
                + " (table rule 3: bytes <=2K; file tuned.json)",
            "broadcast of 2048 bytes on 4 ranks, 1 node:"
                + " flat,segment=131072,send-window=4,receive-window=8"
                + " (table rule 2: bytes 1K-4K; file tuned.json)");
    assertThat(lines.getLast())
        .matches(
            "barrier on 4 ranks, 1 node: central"
                + " \\(shipped table, rule \\d+: nodes <=1, ranks <=8\\)");
  }
}
