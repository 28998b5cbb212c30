package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.atRoot;
import static io.starling.collectives.ArrayBuffers.buffer;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/**
 * Non-blocking messages and reductions of whole arrays. Each call is the one of {@link
 * PointToPointCommunicator} or {@link ReductionCollectives} with {@code Buffer.of(array)}.
 *
 * <pre>{@code
 * Request request = world.iAllreduce(data, sums, ReductionOperator.SUM);
 * compute();
 * request.await();
 * }</pre>
 *
 * <p>Until the request is complete, arrays that are sent must not be changed, and arrays that take
 * data must not be used; then the result is in them. The request keeps the arrays reachable.
 *
 * <p>{@link ArrayMovementRequests} has those of the other collectives. For the other non-blocking
 * calls, of synchronous sends, of sends together with receives, of scans and of reduceScatter, and
 * for all persistent ones, use a {@link Buffer}. There are none for single values: a request has no
 * place for a value.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayRequests extends PointToPointCommunicator, ReductionCollectives
    permits Communicator {

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(byte[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(boolean[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(char[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(short[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(int[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(long[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(float[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iSend(Buffer, int, int)}. */
  default Request iSend(double[] data, int destination, int tag) {
    return iSend(buffer(data), destination, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(byte[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(boolean[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(char[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(short[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(int[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(long[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(float[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /** See {@link #iReceive(Buffer, int, int)}. */
  default Request iReceive(double[] into, int source, int tag) {
    return iReceive(buffer(into), source, tag);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(byte[] data, byte[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(boolean[] data, boolean[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(short[] data, short[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(int[] data, int[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(long[] data, long[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(float[] data, float[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /**
   * See {@link #iReduce(Buffer, Buffer, ReductionOperator, int)}; {@code result} may be null on
   * other ranks.
   */
  default Request iReduce(double[] data, double[] result, ReductionOperator operator, int root) {
    return iReduce(buffer(data), atRoot(result, rank() == root), operator, root);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(byte[] data, byte[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(boolean[] data, boolean[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(short[] data, short[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(int[] data, int[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(long[] data, long[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(float[] data, float[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }

  /** See {@link #iAllreduce(Buffer, Buffer, ReductionOperator)}. */
  default Request iAllreduce(double[] data, double[] result, ReductionOperator operator) {
    return iAllreduce(buffer(data), buffer(result), operator);
  }
}
