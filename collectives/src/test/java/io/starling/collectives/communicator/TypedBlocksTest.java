package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.TypedBlocks;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Datatype.Field;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TypedBlocksTest {

  private static final int SIZE = 3;
  private static final int EDGE = 2 * SIZE;

  /** Each rank has two rows of a square matrix; afterwards it has two columns, as rows. */
  @ParameterizedTest
  @EnumSource
  void a_matrix_is_transposed_by_datatypes_alone(TestFabric fabric) {
    RankTeam.run(
        fabric,
        SIZE,
        world -> {
          int[] rows = IntStream.range(0, 2 * EDGE).map(i -> 2 * EDGE * world.rank() + i).toArray();
          int[] columns = new int[2 * EDGE];
          // The rows of a tile travel one after the other, and arrive as columns.
          Datatype tile = Datatype.vector(2, 2, EDGE, Datatype.INT32);
          Datatype column = Datatype.vector(2, 1, EDGE, Datatype.INT32);
          Datatype turned = Datatype.struct(new Field(0, column), new Field(Integer.BYTES, column));
          world.alltoallw(Buffer.of(rows), tiles(tile), Buffer.of(columns), tiles(turned));
          for (int i = 0; i < columns.length; i++) {
            int row = i % EDGE;
            int place = 2 * world.rank() + i / EDGE;
            assertThat(columns[i]).isEqualTo(row * EDGE + place);
          }
        });
  }

  private static TypedBlocks tiles(Datatype tile) {
    return TypedBlocks.of(
        IntStream.range(0, SIZE)
            .mapToObj(i -> new Field(2L * i * Integer.BYTES, tile))
            .toArray(Field[]::new));
  }

  @Test
  void blocks_of_several_types_are_exchanged_in_place() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(24, Long.BYTES);
            memory.set(ValueLayout.JAVA_LONG, 0, 100 + world.rank());
            memory.set(ValueLayout.JAVA_DOUBLE, 16, 0.5 + world.rank());
            // What rank 0 sends to rank 1 is a double, and back comes a double.
            TypedBlocks blocks =
                world.rank() == 0
                    ? TypedBlocks.of(new Field(0, Datatype.INT64), new Field(16, Datatype.FLOAT64))
                    : TypedBlocks.of(
                        new int[] {1, 1}, new long[] {16, 0}, Datatype.FLOAT64, Datatype.INT64);
            world.alltoallw(Buffer.IN_PLACE, null, Buffer.of(memory, Datatype.INT8), blocks);
            assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(100 + world.rank());
            assertThat(memory.get(ValueLayout.JAVA_DOUBLE, 16)).isEqualTo(1.5 - world.rank());
          }
        });
  }

  @Test
  void wrong_blocks_are_refused_before_anything_is_sent() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          TypedBlocks good = ints(0, 4);
          refuses(world, ints(0, 4, 8), good, "data has 3 blocks for 2 ranks");
          refuses(world, ints(0, 16), good, "data: 1 elements of struct(2 fields) need 20 bytes");
          refuses(world, ints(-4, 0), good, "data: 1 x struct(2 fields) begins 4 bytes before");
          refuses(world, good, ints(0, 2), "result");
          refuses(world, good, ints(0), "result has 1 block for 2 ranks");
          refuses(world, null, good, "null instead of blocks of data");
          refuses(world, good, null, "null instead of blocks of result");
          TypedBlocks longer =
              TypedBlocks.of(new int[] {2, 2}, new long[] {0, 8}, Datatype.INT32, Datatype.INT32);
          refuses(world, longer, good, "this rank sends 8 bytes to itself, but receives 4");
          assertThatThrownBy(
                  () ->
                      world.alltoallw(Buffer.of(new boolean[8]), good, Buffer.of(new int[4]), good))
              .hasMessageContaining("copy it to a byte[]");
          int[] received = new int[4];
          world.alltoallw(Buffer.of(new int[] {1, 1, 0, 0}), good, Buffer.of(received), ints(8, 4));
          assertThat(received).containsExactly(0, 1, 1, 0);
        });
  }

  private static TypedBlocks ints(long... displacements) {
    int[] counts = new int[displacements.length];
    Datatype[] types = new Datatype[displacements.length];
    Arrays.fill(counts, 1);
    Arrays.fill(types, Datatype.INT32);
    return TypedBlocks.of(counts, displacements, types);
  }

  private static void refuses(
      Communicator world, TypedBlocks data, TypedBlocks result, String words) {
    assertThatThrownBy(
            () -> world.alltoallw(Buffer.of(new int[4]), data, Buffer.of(new int[4]), result))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rank " + world.rank())
        .hasMessageContaining(words);
  }

  @Test
  void arrays_of_different_lengths_are_refused() {
    assertThatThrownBy(() -> TypedBlocks.of(new int[2], new long[1], Datatype.INT8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 counts, but 1 displacement and 1 datatype");
    assertThatThrownBy(() -> TypedBlocks.of(new Field(0, -1, Datatype.INT8)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count of field 0 is negative");
  }
}
