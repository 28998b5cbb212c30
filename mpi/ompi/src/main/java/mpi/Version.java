package mpi;

/** A version of MPI. */
public final class Version {

  private final int version;
  private final int subVersion;

  Version(int version, int subVersion) {
    this.version = version;
    this.subVersion = subVersion;
  }

  /**
   * The number before the point.
   *
   * @return 3 for version 3.1
   */
  public int getVersion() {
    return version;
  }

  /**
   * The number after the point.
   *
   * @return 1 for version 3.1
   */
  public int getSubVersion() {
    return subVersion;
  }
}
