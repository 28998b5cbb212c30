package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NodeTableTest {

  private static final int REGULAR = 0;
  private static final int LISTED = 1;

  /** The node of each rank, by rank; some nodes may have none. */
  @Provide
  Arbitrary<List<Integer>> nodesOfRanks() {
    Arbitrary<List<Integer>> any =
        Arbitraries.integers().between(0, 9).list().ofMinSize(1).ofMaxSize(60);
    return Arbitraries.oneOf(any, any.map(nodes -> nodes.stream().sorted().toList()));
  }

  private static NodeTable table(List<Integer> nodesOfRanks) {
    var ranks = new TreeMap<Integer, List<Integer>>();
    for (int rank = 0; rank < nodesOfRanks.size(); rank++) {
      ranks.computeIfAbsent(nodesOfRanks.get(rank), _ -> new ArrayList<>()).add(rank);
    }
    return NodeTable.of(
        ranks.values().stream()
            .map(list -> RankSet.of(list.stream().mapToInt(Integer::intValue).toArray()))
            .toList());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void bytes_give_back_any_table(@ForAll("nodesOfRanks") List<Integer> nodesOfRanks) {
    NodeTable table = table(nodesOfRanks);
    NodeTable copy = NodeTable.decode(table.encode());
    assertThat(copy).isEqualTo(table).hasSameHashCodeAs(table).hasToString(table.toString());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void ranks_share_a_node_exactly_where_they_did(
      @ForAll("nodesOfRanks") List<Integer> nodesOfRanks) {
    NodeTable table = NodeTable.decode(table(nodesOfRanks).encode());
    for (int one = 0; one < nodesOfRanks.size(); one++) {
      assertThat(table.ranksOf(table.nodeOf(one)).contains(one)).isTrue();
      for (int other = 0; other < one; other++) {
        assertThat(table.nodeOf(one) == table.nodeOf(other))
            .isEqualTo(nodesOfRanks.get(one).equals(nodesOfRanks.get(other)));
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void nodes_are_in_the_order_of_their_lowest_ranks(
      @ForAll("nodesOfRanks") List<Integer> nodesOfRanks) {
    NodeTable table = table(nodesOfRanks);
    assertThat(IntStream.range(0, table.nodes()).map(node -> table.ranksOf(node).lowest()))
        .isSorted()
        .startsWith(0)
        .hasSize((int) nodesOfRanks.stream().distinct().count());
  }

  @Example
  void a_hundred_thousand_ranks_by_slot_or_in_turn_take_less_than_a_hundred_bytes() {
    for (int ranks : new int[] {100_000, 99_999, 99_970, 99_969}) {
      List<Integer> bySlot = IntStream.range(0, ranks).mapToObj(rank -> rank / 32).toList();
      List<Integer> inTurn = IntStream.range(0, ranks).mapToObj(rank -> rank % 3125).toList();
      for (NodeTable table : List.of(table(bySlot), table(inTurn))) {
        assertThat(table.nodes()).isEqualTo(3125);
        byte[] bytes = table.encode();
        assertThat(bytes).hasSizeLessThan(100);
        assertThat(NodeTable.decode(bytes)).isEqualTo(table);
      }
    }
  }

  @Example
  void ranks_in_no_order_take_four_bytes_each_and_a_little_for_their_node() {
    List<Integer> nodes =
        new ArrayList<>(IntStream.range(0, 3200).mapToObj(rank -> rank / 32).toList());
    Collections.shuffle(nodes, new Random(7));
    NodeTable table = table(nodes);
    assertThat(table.encode()).hasSizeLessThan(4 * 3200 + 100 * 10);
    assertThat(NodeTable.decode(table.encode())).isEqualTo(table);
  }

  @Example
  void it_refuses_what_is_no_partition_of_the_ranks() {
    assertThatIllegalArgumentException().isThrownBy(() -> NodeTable.of(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeTable.of(List.of(RankSet.of(0, 1), RankSet.of(1, 2))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NodeTable.of(List.of(RankSet.of(0, 1), RankSet.of(3))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table(List.of(0, 1, 0)).nodeOf(3))
        .withMessageContaining("rank 3 is not on a node");
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void bytes_that_are_cut_short_are_refused(@ForAll("nodesOfRanks") List<Integer> nodesOfRanks) {
    byte[] bytes = table(nodesOfRanks).encode();
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Example
  void negative_and_huge_counts_are_refused_before_memory_is_taken() {
    for (int count : new int[] {-1, 0, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertRefused(bytes(4, LISTED, count, 0, 1, 2, 3));
      assertRefused(bytes(4, REGULAR, 0, 1, count, 1, 4));
      assertRefused(bytes(4, REGULAR, 0, 1, 4, count, 4));
      assertRefused(bytes(count, REGULAR, 0, 1, count, 1, 1));
      assertRefused(bytes(count, REGULAR, 0, 1, 1, count, 1));
    }
  }

  @Example
  void a_layout_that_no_table_has_is_refused() {
    assertThat(NodeTable.decode(bytes(4, REGULAR, 0, 1, 2, 2, 2)).nodes()).isEqualTo(2);
    assertRefused(bytes(4, REGULAR, 0, 1, 2, 2, 1));
    assertRefused(bytes(4, REGULAR, 0, 1, 2, 2, -2));
    assertRefused(bytes(4, REGULAR, 0, 1, 2, 2, Integer.MAX_VALUE));
    assertRefused(bytes(4, REGULAR, 1, 1, 4, 1, 1));
    assertRefused(bytes(4, 2, 0, 1, 2, 2, 2));
  }

  private static byte[] bytes(int ranks, int kind, int... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(5 + 4 * numbers.length).putInt(ranks).put((byte) kind);
    Arrays.stream(numbers).forEach(bytes::putInt);
    return bytes.array();
  }

  private static void assertRefused(byte[] bytes) {
    assertThatIllegalArgumentException().isThrownBy(() -> NodeTable.decode(bytes));
  }
}
