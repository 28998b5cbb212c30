package io.starling.collectives;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/**
 * Blocking reductions of whole arrays and single values. Each call is the one of {@link
 * ReductionCollectives} with {@code Buffer.of(array)}. For parts of arrays, other memory and
 * non-blocking calls, use a {@link Buffer}.
 *
 * <pre>{@code
 * double total = world.allreduce(mine, ReductionOperator.SUM);
 * }</pre>
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayReductions extends ReductionCollectives permits Communicator {

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(byte[] data, byte[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(short[] data, short[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(int[] data, int[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(long[] data, long[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(float[] data, float[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #reduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default void reduce(double[] data, double[] result, ReductionOperator operator, int root) {
    reduce(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), operator, root);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(byte[] data, byte[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(short[] data, short[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(int[] data, int[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(long[] data, long[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(float[] data, float[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #allreduce(Buffer, Buffer, ReductionOperator)}. */
  default void allreduce(double[] data, double[] result, ReductionOperator operator) {
    allreduce(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(byte[] data, byte[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(short[] data, short[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(int[] data, int[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(long[] data, long[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(float[] data, float[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #scan(Buffer, Buffer, ReductionOperator)}. */
  default void scan(double[] data, double[] result, ReductionOperator operator) {
    scan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(byte[] data, byte[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(short[] data, short[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(int[] data, int[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(long[] data, long[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(float[] data, float[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** See {@link #exclusiveScan(Buffer, Buffer, ReductionOperator)}. */
  default void exclusiveScan(double[] data, double[] result, ReductionOperator operator) {
    exclusiveScan(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result), operator);
  }

  /** Folds a value of each rank, and returns the result on all of them. */
  default int allreduce(int value, ReductionOperator operator) {
    int[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Folds a value of each rank, and returns the result on all of them. */
  default long allreduce(long value, ReductionOperator operator) {
    long[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Folds a value of each rank, and returns the result on all of them. */
  default float allreduce(float value, ReductionOperator operator) {
    float[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Folds a value of each rank, and returns the result on all of them. */
  default double allreduce(double value, ReductionOperator operator) {
    double[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Folds a value of each rank: {@code LOGICAL_OR} tells whether it is true on any of them. */
  default boolean allreduce(boolean value, ReductionOperator operator) {
    boolean[] result = {value};
    allreduce(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one. */
  default int scan(int value, ReductionOperator operator) {
    int[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one. */
  default long scan(long value, ReductionOperator operator) {
    long[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one. */
  default float scan(float value, ReductionOperator operator) {
    float[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all ranks from 0 to this one. */
  default double scan(double value, ReductionOperator operator) {
    double[] result = {value};
    scan(Buffer.IN_PLACE, Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks; on rank 0 it returns 0. */
  default int exclusiveScan(int value, ReductionOperator operator) {
    int[] result = new int[1];
    exclusiveScan(Buffer.of(value), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks; on rank 0 it returns 0. */
  default long exclusiveScan(long value, ReductionOperator operator) {
    long[] result = new long[1];
    exclusiveScan(Buffer.of(value), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks; on rank 0 it returns 0. */
  default float exclusiveScan(float value, ReductionOperator operator) {
    float[] result = new float[1];
    exclusiveScan(Buffer.of(value), Buffer.of(result), operator);
    return result[0];
  }

  /** Returns the fold of the values of all lower ranks; on rank 0 it returns 0. */
  default double exclusiveScan(double value, ReductionOperator operator) {
    double[] result = new double[1];
    exclusiveScan(Buffer.of(value), Buffer.of(result), operator);
    return result[0];
  }
}
