package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.atRoot;
import static io.starling.collectives.ArrayBuffers.block;
import static io.starling.collectives.ArrayBuffers.buffer;

import io.starling.runtime.Buffer;
import io.starling.runtime.Request;

/**
 * Non-blocking collectives that move whole arrays, in equal blocks. Each call is the one of {@link
 * DataMovementCollectives} with {@code Buffer.of(array)}. {@link ArrayRequests} says when the
 * arrays may be used, and {@link ArrayMovement} what the same array as data and as result means.
 *
 * <pre>{@code
 * Request request = world.iAllgather(mine, all);
 * }</pre>
 *
 * <p>For blocks of different lengths, parts of arrays, other memory and persistent calls, use a
 * {@link Buffer}.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayMovementRequests extends DataMovementCollectives permits Communicator {

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(byte[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(boolean[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(char[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(short[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(int[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(long[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(float[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iBroadcast(Buffer, int)}. */
  default Request iBroadcast(double[] data, int root) {
    return iBroadcast(buffer(data), root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(byte[] data, byte[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(boolean[] data, boolean[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(char[] data, char[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(short[] data, short[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(int[] data, int[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(long[] data, long[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(float[] data, float[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  /** See {@link #iScatter(Buffer, Buffer, int)}; {@code data} may be null on other ranks. */
  default Request iScatter(double[] data, double[] result, int root) {
    return iScatterArrays(data, result, root);
  }

  private Request iScatterArrays(Object data, Object result, int root) {
    boolean isRoot = rank() == root;
    return iScatter(atRoot(data, isRoot), block(result, data, isRoot), root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(byte[] data, byte[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(boolean[] data, boolean[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(char[] data, char[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(short[] data, short[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(int[] data, int[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(long[] data, long[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(float[] data, float[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  /** See {@link #iGather(Buffer, Buffer, int)}; {@code result} may be null on other ranks. */
  default Request iGather(double[] data, double[] result, int root) {
    return iGatherArrays(data, result, root);
  }

  private Request iGatherArrays(Object data, Object result, int root) {
    boolean isRoot = rank() == root;
    return iGather(block(data, result, isRoot), atRoot(result, isRoot), root);
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(byte[] data, byte[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(boolean[] data, boolean[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(char[] data, char[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(short[] data, short[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(int[] data, int[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(long[] data, long[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(float[] data, float[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAllgather(Buffer, Buffer)}. */
  default Request iAllgather(double[] data, double[] result) {
    return iAllgather(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(byte[] data, byte[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(boolean[] data, boolean[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(char[] data, char[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(short[] data, short[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(int[] data, int[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(long[] data, long[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(float[] data, float[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }

  /** See {@link #iAlltoall(Buffer, Buffer)}. */
  default Request iAlltoall(double[] data, double[] result) {
    return iAlltoall(block(data, result), buffer(result));
  }
}
