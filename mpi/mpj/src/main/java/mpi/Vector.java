package mpi;

/** Blocks at equal distances. */
public class Vector extends Datatype {

  /**
   * Makes the type; see {@link Datatype#Vector} and {@link Datatype#Hvector}.
   *
   * @param count the number of blocks
   * @param blocklength the number of elements in each
   * @param stride from one block to the next
   * @param oldtype of each element
   * @param unitsOfOldExtent whether strides count extents of the old type, or else elements
   */
  public Vector(int count, int blocklength, int stride, Datatype oldtype, boolean unitsOfOldExtent)
      throws MPIException {
    super(layout(count, blocklength, stride, oldtype, unitsOfOldExtent));
  }

  private static Layout layout(
      int count, int blocklength, int stride, Datatype oldtype, boolean unitsOfOldExtent) {
    try {
      return unitsOfOldExtent
          ? layout(oldtype).vector(count, blocklength, stride)
          : layout(oldtype).hvector(count, blocklength, stride);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
