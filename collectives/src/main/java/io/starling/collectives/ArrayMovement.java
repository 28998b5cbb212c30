package io.starling.collectives;

import io.starling.runtime.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * Blocking collectives that move whole arrays and single values. Each call is the one of {@link
 * DataMovementCollectives} with {@code Buffer.of(array)}. For parts of arrays, other memory, blocks
 * of different lengths and non-blocking calls, use a {@link Buffer}.
 *
 * <pre>{@code
 * String configuration = world.broadcast(world.rank() == 0 ? read() : null, 0);
 * }</pre>
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayMovement extends DataMovementCollectives permits Communicator {

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(byte[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(boolean[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(char[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(short[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(int[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(long[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(float[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #broadcast(Buffer, int)}. */
  default void broadcast(double[] data, int root) {
    broadcast(ArrayBuffers.buffer(data), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(byte[] data, byte[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(boolean[] data, boolean[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(char[] data, char[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(short[] data, short[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(int[] data, int[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(long[] data, long[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(float[] data, float[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #scatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default void scatter(double[] data, double[] result, int root) {
    scatter(ArrayBuffers.atRoot(data, rank() == root), ArrayBuffers.buffer(result), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(byte[] data, byte[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(boolean[] data, boolean[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(char[] data, char[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(short[] data, short[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(int[] data, int[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(long[] data, long[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(float[] data, float[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #gather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default void gather(double[] data, double[] result, int root) {
    gather(ArrayBuffers.buffer(data), ArrayBuffers.atRoot(result, rank() == root), root);
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(byte[] data, byte[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(boolean[] data, boolean[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(char[] data, char[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(short[] data, short[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(int[] data, int[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(long[] data, long[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(float[] data, float[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #allgather(Buffer, Buffer)}. */
  default void allgather(double[] data, double[] result) {
    allgather(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(byte[] data, byte[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(boolean[] data, boolean[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(char[] data, char[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(short[] data, short[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(int[] data, int[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(long[] data, long[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(float[] data, float[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** See {@link #alltoall(Buffer, Buffer)}. */
  default void alltoall(double[] data, double[] result) {
    alltoall(ArrayBuffers.buffer(data), ArrayBuffers.buffer(result));
  }

  /** Returns the root's value on all ranks; see {@link #broadcast(Buffer, int)}. */
  default int broadcast(int value, int root) {
    int[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks; see {@link #broadcast(Buffer, int)}. */
  default long broadcast(long value, int root) {
    long[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks; see {@link #broadcast(Buffer, int)}. */
  default float broadcast(float value, int root) {
    float[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks; see {@link #broadcast(Buffer, int)}. */
  default double broadcast(double value, int root) {
    double[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's value on all ranks; see {@link #broadcast(Buffer, int)}. */
  default boolean broadcast(boolean value, int root) {
    boolean[] all = {value};
    broadcast(Buffer.of(all), root);
    return all[0];
  }

  /** Returns the root's text on all ranks; the text of other ranks is ignored, and may be null. */
  default String broadcast(String text, int root) {
    boolean isRoot = rank() == root;
    if (isRoot && text == null) {
      broadcast((Buffer) null, root);
    }
    byte[] bytes = isRoot ? text.getBytes(StandardCharsets.UTF_8) : null;
    int length = broadcast(isRoot ? bytes.length : 0, root);
    byte[] all = isRoot ? bytes : new byte[length];
    broadcast(Buffer.of(all), root);
    return isRoot ? text : new String(all, StandardCharsets.UTF_8);
  }
}
