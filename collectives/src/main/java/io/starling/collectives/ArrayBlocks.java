package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.atRoot;
import static io.starling.collectives.ArrayBuffers.block;
import static io.starling.collectives.ArrayBuffers.buffer;

import io.starling.runtime.Buffer;

/**
 * Blocking collectives that move blocks of any lengths and places of whole arrays. Each call is the
 * one of {@link DataMovementCollectives} with {@code Buffer.of(array)}; {@link Counts} are in
 * elements of the array that they divide.
 *
 * <pre>{@code
 * world.gatherv(mine, all, Counts.of(3, 5, 0, 2), 0);
 * }</pre>
 *
 * <p>The same array as data and as result means that the data is there already, as {@link
 * Buffer#IN_PLACE} does: in gatherv and scatterv on the root only, in allgatherv on all ranks or
 * none. In alltoallv, which has counts for both, it is refused: pass {@code Buffer.IN_PLACE} and
 * {@code Buffer.of(array)}.
 *
 * <p>A wrong count or block is an {@link IllegalArgumentException}. For non-blocking and persistent
 * calls with counts, use a {@link Buffer}.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayBlocks extends DataMovementCollectives permits Communicator {

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(byte[] data, Counts counts, byte[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(boolean[] data, Counts counts, boolean[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(char[] data, Counts counts, char[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(short[] data, Counts counts, short[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(int[] data, Counts counts, int[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(long[] data, Counts counts, long[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(float[] data, Counts counts, float[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  /** See {@link #scatterv(Buffer, Counts, Buffer, int)}; other ranks may pass null, null. */
  default void scatterv(double[] data, Counts counts, double[] result, int root) {
    scatterArrays(data, counts, result, root);
  }

  private void scatterArrays(Object data, Counts counts, Object result, int root) {
    boolean isRoot = rank() == root;
    scatterv(atRoot(data, isRoot), counts, block(result, data, isRoot), root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(byte[] data, byte[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(boolean[] data, boolean[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(char[] data, char[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(short[] data, short[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(int[] data, int[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(long[] data, long[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(float[] data, float[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  /** See {@link #gatherv(Buffer, Buffer, Counts, int)}; other ranks may pass null, null. */
  default void gatherv(double[] data, double[] result, Counts counts, int root) {
    gatherArrays(data, result, counts, root);
  }

  private void gatherArrays(Object data, Object result, Counts counts, int root) {
    boolean isRoot = rank() == root;
    gatherv(block(data, result, isRoot), atRoot(result, isRoot), counts, root);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(byte[] data, byte[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(boolean[] data, boolean[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(char[] data, char[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(short[] data, short[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(int[] data, int[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(long[] data, long[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(float[] data, float[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #allgatherv(Buffer, Buffer, Counts)}. */
  default void allgatherv(double[] data, double[] result, Counts counts) {
    allgatherv(block(data, result), buffer(result), counts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(byte[] data, Counts dataCounts, byte[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(boolean[] data, Counts dataCounts, boolean[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(char[] data, Counts dataCounts, char[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(short[] data, Counts dataCounts, short[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(int[] data, Counts dataCounts, int[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(long[] data, Counts dataCounts, long[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(float[] data, Counts dataCounts, float[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }

  /** See {@link #alltoallv(Buffer, Counts, Buffer, Counts)}. */
  default void alltoallv(double[] data, Counts dataCounts, double[] result, Counts resultCounts) {
    alltoallv(buffer(data), dataCounts, buffer(result), resultCounts);
  }
}
