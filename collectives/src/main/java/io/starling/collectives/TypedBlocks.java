package io.starling.collectives;

import io.starling.collectives.operation.Plural;
import io.starling.runtime.Datatype;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The places, lengths and datatypes of the blocks of a buffer, one block per rank: the
 * displacements, counts and datatypes of the calls that end in w (MPI 4.1, section 6.8).
 *
 * <pre>{@code
 * TypedBlocks rows = TypedBlocks.of(new Field(0, 3, Datatype.INT32), new Field(16, column));
 * world.alltoallw(Buffer.of(matrix), rows, Buffer.of(received), columns);
 * }</pre>
 *
 * <p>Displacements are in bytes from the beginning of the buffer's memory; the buffer's own
 * datatype does not matter. Immutable; may be shared by threads. Each object builds the datatype of
 * all its blocks, so keep it for calls that repeat.
 */
public final class TypedBlocks {

  private final Datatype.Field[] blocks;
  private final Datatype type;

  private TypedBlocks(Datatype.Field... blocks) {
    this.blocks = blocks;
    type = Datatype.struct(blocks);
  }

  /**
   * One block per rank.
   *
   * @param blocks place, length and datatype of each rank's block, in the order of ranks; a count
   *     of 0 means that nothing travels
   * @return the blocks
   * @throws IllegalArgumentException if a count is negative
   */
  public static TypedBlocks of(Datatype.Field... blocks) {
    return new TypedBlocks(blocks.clone());
  }

  /**
   * The same from one array each, as in MPI.
   *
   * @param counts the elements of each rank's block
   * @param displacements where each block begins, in bytes from the beginning of the buffer
   * @param types the datatype of each block
   * @return the blocks
   * @throws IllegalArgumentException if the arrays differ in length, or a count is negative
   */
  public static TypedBlocks of(int[] counts, long[] displacements, Datatype... types) {
    if (counts.length != displacements.length || counts.length != types.length) {
      throw new IllegalArgumentException(
          "%s, but %s and %s"
              .formatted(
                  Plural.of(counts.length, "count"),
                  Plural.of(displacements.length, "displacement"),
                  Plural.of(types.length, "datatype")));
    }
    return new TypedBlocks(
        IntStream.range(0, counts.length)
            .mapToObj(i -> new Datatype.Field(displacements[i], counts[i], types[i]))
            .toArray(Datatype.Field[]::new));
  }

  /**
   * The number of blocks.
   *
   * @return one for each rank
   */
  public int size() {
    return blocks.length;
  }

  /**
   * A rank's block.
   *
   * @param rank the rank, from 0
   * @return its place, length and datatype
   */
  public Datatype.Field block(int rank) {
    return blocks[rank];
  }

  /**
   * All blocks together.
   *
   * @return a struct whose fields are the blocks
   */
  public Datatype type() {
    return type;
  }

  @Override
  public String toString() {
    return "blocks " + Arrays.toString(blocks);
  }
}
