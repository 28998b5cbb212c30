package io.starling.collectives;

import io.starling.runtime.Datatype;

/**
 * Which bytes of a file a rank sees, and in what units it counts (MPI 4.1, section 14.3): the data
 * of a file type, repeated at its extent from a displacement on. Offsets count elements.
 *
 * <pre>{@code
 * // Of a file of doubles, every rank sees blocks of 512, in turn.
 * Datatype turn = Datatype.resized(0, 4096L * world.size(), Datatype.contiguous(512, FLOAT64));
 * file.setView(FileView.of(4096L * world.rank(), FLOAT64, turn));
 * }</pre>
 *
 * @param displacement where the view begins, in bytes; or {@link #CURRENT}
 * @param elementType the unit of offsets and data (MPI's etype)
 * @param fileType the elements that the view has, whole elements in ascending order without a
 *     common byte, also from one repetition to the next
 * @param representation how data is stored
 */
public record FileView(
    long displacement, Datatype elementType, Datatype fileType, Representation representation) {

  /** In place of a displacement: where the shared pointer is (MPI_DISPLACEMENT_CURRENT). */
  public static final long CURRENT = -1;

  /** All bytes of a file, which is how it is opened. */
  public static final FileView BYTES = of(0, Datatype.INT8, Datatype.INT8);

  /** How data is stored (MPI 4.1, section 14.5). */
  public enum Representation {
    /** As in memory. */
    NATIVE,
    /** As Starling likes on all machines on which it runs, which is as in memory. */
    INTERNAL,
    /** Big-endian; refused: Starling converts no data. */
    EXTERNAL32
  }

  /**
   * A view of data that is stored as in memory.
   *
   * @param displacement where the view begins, in bytes
   * @param elementType the unit of offsets and data
   * @param fileType the elements that the view has
   * @return the view
   */
  public static FileView of(long displacement, Datatype elementType, Datatype fileType) {
    return new FileView(displacement, elementType, fileType, Representation.NATIVE);
  }
}
