package mpi;

/** Blocks of several types over one base type, and markers. */
public class Struct extends Datatype {

  /**
   * Makes the type; see {@link Datatype#Struct}.
   *
   * @param blocklengths the number of elements in each block
   * @param displacements where each begins, in elements of the array
   * @param types of the elements of each
   */
  public Struct(int[] blocklengths, int[] displacements, Datatype[] types) throws MPIException {
    super(layout(blocklengths, displacements, types));
  }

  private static Layout layout(int[] blocklengths, int[] displacements, Datatype... types) {
    try {
      Layout[] parts = new Layout[types.length];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = layout(types[i]);
      }
      return Layout.struct(blocklengths, displacements, parts);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
