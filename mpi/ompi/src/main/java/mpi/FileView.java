package mpi;

/** Which bytes of a file a rank sees (MPI 4.1, section 14.3). */
public final class FileView {

  private final long displacement;
  private final Datatype elementType;
  private final Datatype fileType;
  private final String representation;

  /**
   * A view.
   *
   * @param disp where it begins, in bytes
   * @param etype the unit of offsets
   * @param pieces the elements that it has
   * @param datarep how data is stored
   */
  public FileView(long disp, Datatype etype, Datatype pieces, String datarep) {
    displacement = disp;
    elementType = etype;
    fileType = pieces;
    representation = datarep;
  }

  /**
   * Where it begins.
   *
   * @return in bytes
   */
  public long getDisp() {
    return displacement;
  }

  /**
   * The unit of offsets.
   *
   * @return what the program has passed
   */
  public Datatype getEType() {
    return elementType;
  }

  /**
   * The elements that it has.
   *
   * @return what the program has passed
   */
  public Datatype getFileType() {
    return fileType;
  }

  /**
   * How data is stored.
   *
   * @return {@code native} or {@code external32}
   */
  public String getDataRep() {
    return representation;
  }
}
