package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.atRoot;
import static io.starling.collectives.ArrayBuffers.block;
import static io.starling.collectives.ArrayBuffers.buffer;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/**
 * Blocking reductions of whole arrays, element by element. Each call is the one of {@link
 * ReductionCollectives} with {@code Buffer.of(array)}: data and result have the same length, except
 * in the calls named reduceScatter, where the result is a block of the data.
 *
 * <pre>{@code
 * world.allreduce(forces, sums, ReductionOperator.SUM);
 * }</pre>
 *
 * <p>The same array may be data and result, in all calls. In the calls named reduceScatter it must
 * then be so on all ranks; its beginning takes the result, and the rest is undefined.
 *
 * <p>A {@code boolean[]} takes the logical and the bitwise operators, MAX, MIN and user-defined
 * ones; others are an {@link IllegalArgumentException}. There is no {@code char[]}: characters are
 * not numbers.
 *
 * <p>{@link ArrayRequests} has the non-blocking forms of reduce and allreduce, {@link
 * ValueCollectives} single values. For parts of arrays, other memory, other non-blocking and all
 * persistent calls, use a {@link Buffer}.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayReductions extends ReductionCollectives permits Communicator {

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(byte[] data, byte[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(boolean[] data, boolean[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(short[] data, short[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(int[] data, int[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(long[] data, long[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(float[] data, float[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(double[] data, double[] result, ReductionOperator operator, int root) {
    reduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(byte[] data, byte[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(boolean[] data, boolean[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(short[] data, short[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(int[] data, int[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(long[] data, long[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(float[] data, float[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(double[] data, double[] result, ReductionOperator operator) {
    allreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(byte[] data, byte[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(boolean[] data, boolean[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(short[] data, short[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(int[] data, int[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(long[] data, long[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(float[] data, float[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatterBlock(Buffer, Buffer, ReductionOperator)}. */
  default void reduceScatterBlock(double[] data, double[] result, ReductionOperator operator) {
    reduceScatterBlock(block(data, result), buffer(result), operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      byte[] data, byte[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      boolean[] data, boolean[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      short[] data, short[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(int[] data, int[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      long[] data, long[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      float[] data, float[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #reduceScatter(Buffer, Buffer, Counts, ReductionOperator)}. */
  default void reduceScatter(
      double[] data, double[] result, Counts counts, ReductionOperator operator) {
    reduceScatter(block(data, result), buffer(result), counts, operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(byte[] data, byte[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(boolean[] data, boolean[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(short[] data, short[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(int[] data, int[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(long[] data, long[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(float[] data, float[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(double[] data, double[] result, ReductionOperator operator) {
    scan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(byte[] data, byte[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(boolean[] data, boolean[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(short[] data, short[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(int[] data, int[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(long[] data, long[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(float[] data, float[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(double[] data, double[] result, ReductionOperator operator) {
    exclusiveScan(buffer(data), buffer(result), operator);
  }
}
