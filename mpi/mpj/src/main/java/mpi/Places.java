package mpi;

/** Folds values and their places, which alternate in an array. */
final class Places {

  private Places() {}

  /** Keeps the greater of two values, or with the sign -1 the lesser one. */
  static void keep(int sign, Object from, int offset, Object into, int intoOffset, int count) {
    for (int i = 0; i < count; i++) {
      int at = offset + 2 * i;
      int to = intoOffset + 2 * i;
      int values = sign * compare(from, at, into, to);
      if (values > 0 || (values == 0 && compare(from, at + 1, into, to + 1) < 0)) {
        System.arraycopy(from, at, into, to, 2);
      }
    }
  }

  private static int compare(Object one, int i, Object other, int j) {
    return switch (one) {
      case short[] shorts -> Short.compare(shorts[i], ((short[]) other)[j]);
      case int[] ints -> Integer.compare(ints[i], ((int[]) other)[j]);
      case long[] longs -> Long.compare(longs[i], ((long[]) other)[j]);
      case float[] floats -> Float.compare(floats[i], ((float[]) other)[j]);
      case double[] doubles -> Double.compare(doubles[i], ((double[]) other)[j]);
      default -> throw new MPIException("MAXLOC and MINLOC are not defined on this datatype");
    };
  }
}
