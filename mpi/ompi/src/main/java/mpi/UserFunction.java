package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A reduction of the program: {@code inOut[i] = in[i] op inOut[i]} (MPI 4.1, section 6.9.5). A
 * program overrides one of the two methods: that of arrays, or that of buffers, which is faster.
 */
public abstract class UserFunction {

  /** For subclasses. */
  public UserFunction() {}

  /**
   * Folds elements in arrays of the base type.
   *
   * @param in the operands of the lower ranks
   * @param inOut the operands of the higher ranks, and then the results
   * @param count the number of elements
   * @param datatype of each
   * @throws MPIException as the function likes
   */
  public void call(Object in, Object inOut, int count, Datatype datatype) throws MPIException {
    throw new UnsupportedOperationException(
        "a UserFunction overrides call, with Objects or with ByteBuffers");
  }

  /**
   * Folds elements in buffers of the native byte order. As it is, it calls the other method with
   * arrays.
   *
   * @param in the operands of the lower ranks
   * @param inOut the operands of the higher ranks, and then the results
   * @param count the number of elements
   * @param datatype of each
   * @throws MPIException as the function likes
   */
  public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype)
      throws MPIException {
    int length = Math.multiplyExact(count, datatype.type().extent());
    callWithArrays(view(in), view(inOut), length, count, datatype);
  }

  private static ByteBuffer view(ByteBuffer buffer) {
    return buffer.duplicate().clear().order(ByteOrder.nativeOrder());
  }

  private void callWithArrays(
      ByteBuffer left, ByteBuffer right, int length, int count, Datatype datatype)
      throws MPIException {
    switch (datatype.base()) {
      case BYTE -> callWithBytes(left, right, length, count, datatype);
      case CHAR -> {
        char[] operand = new char[length];
        char[] result = new char[length];
        left.asCharBuffer().get(operand);
        right.asCharBuffer().get(result);
        call(operand, result, count, datatype);
        right.asCharBuffer().put(result);
      }
      case SHORT -> {
        short[] operand = new short[length];
        short[] result = new short[length];
        left.asShortBuffer().get(operand);
        right.asShortBuffer().get(result);
        call(operand, result, count, datatype);
        right.asShortBuffer().put(result);
      }
      case INT -> {
        int[] operand = new int[length];
        int[] result = new int[length];
        left.asIntBuffer().get(operand);
        right.asIntBuffer().get(result);
        call(operand, result, count, datatype);
        right.asIntBuffer().put(result);
      }
      case LONG -> {
        long[] operand = new long[length];
        long[] result = new long[length];
        left.asLongBuffer().get(operand);
        right.asLongBuffer().get(result);
        call(operand, result, count, datatype);
        right.asLongBuffer().put(result);
      }
      case FLOAT -> {
        float[] operand = new float[length];
        float[] result = new float[length];
        left.asFloatBuffer().get(operand);
        right.asFloatBuffer().get(result);
        call(operand, result, count, datatype);
        right.asFloatBuffer().put(result);
      }
      case DOUBLE -> {
        double[] operand = new double[length];
        double[] result = new double[length];
        left.asDoubleBuffer().get(operand);
        right.asDoubleBuffer().get(result);
        call(operand, result, count, datatype);
        right.asDoubleBuffer().put(result);
      }
      default -> throw new IllegalArgumentException("no buffers of " + datatype.base());
    }
  }

  private void callWithBytes(
      ByteBuffer left, ByteBuffer right, int length, int count, Datatype datatype)
      throws MPIException {
    byte[] operand = new byte[length];
    byte[] result = new byte[length];
    left.get(operand);
    right.get(0, result);
    call(operand, result, count, datatype);
    right.put(0, result);
  }
}
