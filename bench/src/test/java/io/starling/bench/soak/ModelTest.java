package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ModelTest {

  private static final int RANKS = 5;

  @Test
  void a_grid_of_two_rows_of_three_has_the_neighbours_that_MPI_says() {
    NeighbourModel middle = NeighbourModel.onGrid(new int[] {2, 3}, new boolean[] {false, true}, 4);
    assertThat(middle.sources()).containsExactly(1, Communicator.PROC_NULL, 3, 5);
    assertThat(middle.destinations()).containsExactly(1, Communicator.PROC_NULL, 3, 5);
    assertThat(middle.slots()).containsExactly(1, 0, 3, 2);
    NeighbourModel corner = NeighbourModel.onGrid(new int[] {2, 3}, new boolean[] {false, true}, 0);
    assertThat(corner.sources()).containsExactly(Communicator.PROC_NULL, 3, 2, 1);
  }

  @Test
  void of_two_edges_between_two_ranks_the_first_is_the_first() {
    List<int[]> edges = List.of(new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 1});
    NeighbourModel first = NeighbourModel.onGraph(edges, 1);
    assertThat(first.sources()).containsExactly(0, 0);
    assertThat(first.slots()).containsExactly(0, 2);
    assertThat(NeighbourModel.onGraph(edges, 0).destinations()).containsExactly(1, 2, 1);
  }

  @Test
  void maps_are_composed_by_hand() {
    long outer = (3L << 32) | 4;
    long inner = (5L << 32) | 7;
    assertThat(FoldModel.compose(outer, inner)).as("3 (5 x + 7) + 4").isEqualTo((15L << 32) | 25);
  }

  @Test
  void ranks_are_folded_in_their_order() {
    SeededRandom draw = SeededRandom.of(1);
    FoldModel last = FoldModel.own(FoldModel.LAST, draw);
    assertThat(last.folded(9, 2, 0, 4)).isEqualTo(last.values().of(9, 2, 0, 4));
    FoldModel sum = FoldModel.predefined(ReductionOperator.SUM, BasicDatatype.INT8);
    byte[] expected = sum.values().of(9, 0, 3, 1);
    expected[0] += sum.values().of(9, 1, 3, 1)[0];
    assertThat(sum.folded(9, 1, 3, 1)).isEqualTo(expected);
  }

  @Test
  void what_floating_numbers_fold_to_is_the_same_in_any_order() {
    for (BasicDatatype type : BasicDatatype.values()) {
      for (ReductionOperator operator : ReductionOperator.predefined()) {
        if (operator.supports(type)) {
          FoldModel folding = FoldModel.predefined(operator, type);
          byte[] inOrder = folding.folded(3, RANKS - 1, 0, 300);
          assertThat(significant(folding, inPairs(folding)))
              .as("%s of %s", operator.name(), type)
              .isEqualTo(significant(folding, inOrder));
        }
      }
    }
  }

  /** (4 op 2) op ((3 op 0) op 1). */
  private static byte[] inPairs(FoldModel folding) {
    byte[] left = folding.values().of(3, 4, 0, 300);
    folding.model().fold(left, folding.values().of(3, 2, 0, 300));
    byte[] right = folding.values().of(3, 3, 0, 300);
    folding.model().fold(right, folding.values().of(3, 0, 0, 300));
    folding.model().fold(right, folding.values().of(3, 1, 0, 300));
    folding.model().fold(left, right);
    return left;
  }

  private static byte[] significant(FoldModel folding, byte[] packed) {
    byte[] all = packed.clone();
    int size = folding.type().size();
    for (int i = 0; i < all.length; i++) {
      all[i] = i % size < folding.significant() ? all[i] : 0;
    }
    return all;
  }

  @Test
  void the_bytes_of_any_type_lie_where_Starling_finds_them() {
    for (int seed = 0; seed < 300; seed++) {
      SeededRandom draw = SeededRandom.of(seed);
      ElementType type = ElementType.derived(ElementType.draw(draw), draw);
      GuardedRegion region = region(type, 3, draw);
      byte[] content = Values.any(seed, 0, 0, 3 * type.size());
      region.fill(content);
      byte[] packed = new byte[content.length];
      region.buffer().pack(MemorySegment.ofArray(packed));
      assertThat(packed).as("seed %d, %s", seed, type.text()).isEqualTo(content);
      region.clear();
      region.buffer().unpack(MemorySegment.ofArray(content));
      region.expect(0, content);
      region.check();
      assertThat(MappedDatatype.of(type.flat()).signature())
          .isEqualTo(MappedDatatype.of(type.datatype()).signature());
      assertThat(type.flat().extent()).isEqualTo(type.size());
    }
  }

  private static GuardedRegion region(ElementType type, int count, SeededRandom draw) {
    Arena arena = Arena.ofAuto();
    return GuardedRegion.draw("data", type, count, draw, arena, bytes -> arena.allocate(bytes, 64));
  }

  @Test
  void a_wrong_byte_is_found_and_named() {
    ElementType type = ElementType.of(BasicDatatype.INT32);
    for (int seed = 0; seed < 20; seed++) {
      GuardedRegion region = region(type, 10, SeededRandom.of(seed));
      region.fill(new byte[40]);
      region.check();
      MemoryBuffer.of(Buffer.of(MemoryBuffer.of(region.buffer()).segment(), BasicDatatype.INT8, 40))
          .segment()
          .set(ValueLayout.JAVA_BYTE, 14, (byte) 1);
      assertThatThrownBy(region::check)
          .isInstanceOf(WrongResultException.class)
          .hasMessageContaining("element 3, byte 2 of it")
          .hasMessageContaining("expected 00 00 00 00, found 00 00 01 00");
    }
  }

  @Test
  void a_byte_written_beside_the_elements_is_found() {
    byte[] first = {1, 2, 3, 4};
    GuardedRegion region = region(ElementType.of(BasicDatatype.INT32), 2, SeededRandom.of(4));
    region.fill(new byte[8]);
    region.put(0, first);
    region.expect(1, first);
    assertThatThrownBy(region::check).hasMessageContaining("element 1, byte 0 of it");
  }
}
