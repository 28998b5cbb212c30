package mpi;

/** Blocks anywhere. */
public class Indexed extends Datatype {

  /**
   * Makes the type; see {@link Datatype#Indexed} and {@link Datatype#Hindexed}.
   *
   * @param blocklengths the number of elements in each block
   * @param displacements where each begins
   * @param oldtype of each element
   * @param unitsOfOldExtent whether displacements count extents of the old type, or else elements
   */
  public Indexed(
      int[] blocklengths, int[] displacements, Datatype oldtype, boolean unitsOfOldExtent)
      throws MPIException {
    super(layout(blocklengths, displacements, oldtype, unitsOfOldExtent));
  }

  private static Layout layout(
      int[] blocklengths, int[] displacements, Datatype oldtype, boolean unitsOfOldExtent) {
    try {
      return unitsOfOldExtent
          ? layout(oldtype).indexed(blocklengths, displacements)
          : layout(oldtype).hindexed(blocklengths, displacements);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
