package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.atRoot;
import static io.starling.collectives.ArrayBuffers.block;
import static io.starling.collectives.ArrayBuffers.buffer;

import io.starling.runtime.Buffer;

/**
 * Blocking collectives that move whole arrays, in equal blocks. Each call is the one of {@link
 * DataMovementCollectives} with {@code Buffer.of(array)}: where that divides a buffer among the
 * ranks, the array has {@link #size()} blocks, one after the other.
 *
 * <pre>{@code
 * double[] all = new double[world.size() * mine.length];
 * world.allgather(mine, all);
 * }</pre>
 *
 * <p>The same array as data and as result means that the data is there already, as {@link
 * Buffer#IN_PLACE} does: in gather and scatter on the root only, in allgather and alltoall on all
 * ranks or none.
 *
 * <p>{@link ArrayBlocks} has blocks of different lengths, {@link ArrayMovementRequests} the
 * non-blocking forms, {@link ValueCollectives} single values. For parts of arrays, other memory and
 * persistent calls, use a {@link Buffer}.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayMovement extends DataMovementCollectives permits Communicator {

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(byte[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(boolean[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(char[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(short[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(int[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(long[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(float[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(double[] data, int root) {
    broadcast(buffer(data), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(byte[] data, byte[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(boolean[] data, boolean[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(char[] data, char[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(short[] data, short[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(int[] data, int[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(long[] data, long[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(float[] data, float[] result, int root) {
    scatterArrays(data, result, root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(double[] data, double[] result, int root) {
    scatterArrays(data, result, root);
  }

  private void scatterArrays(Object data, Object result, int root) {
    boolean isRoot = rank() == root;
    scatter(atRoot(data, isRoot), block(result, data, isRoot), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(byte[] data, byte[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(boolean[] data, boolean[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(char[] data, char[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(short[] data, short[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(int[] data, int[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(long[] data, long[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(float[] data, float[] result, int root) {
    gatherArrays(data, result, root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(double[] data, double[] result, int root) {
    gatherArrays(data, result, root);
  }

  private void gatherArrays(Object data, Object result, int root) {
    boolean isRoot = rank() == root;
    gather(block(data, result, isRoot), atRoot(result, isRoot), root);
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(byte[] data, byte[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(boolean[] data, boolean[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(char[] data, char[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(short[] data, short[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(int[] data, int[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(long[] data, long[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(float[] data, float[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(double[] data, double[] result) {
    allgather(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(byte[] data, byte[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(boolean[] data, boolean[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(char[] data, char[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(short[] data, short[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(int[] data, int[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(long[] data, long[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(float[] data, float[] result) {
    alltoall(block(data, result), buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(double[] data, double[] result) {
    alltoall(block(data, result), buffer(result));
  }
}
