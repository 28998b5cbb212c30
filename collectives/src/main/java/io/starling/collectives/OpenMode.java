package io.starling.collectives;

/**
 * How a file is opened (MPI 4.1, section 14.2.1). Exactly one of {@link #READ_ONLY}, {@link
 * #WRITE_ONLY} and {@link #READ_WRITE} is given, and any of the others; all ranks give the same.
 */
public enum OpenMode {
  /** Only reads (MPI_MODE_RDONLY); not with {@link #CREATE} or {@link #EXCLUSIVE}. */
  READ_ONLY,
  /** Only writes (MPI_MODE_WRONLY). */
  WRITE_ONLY,
  /** Reads and writes (MPI_MODE_RDWR); not with {@link #SEQUENTIAL}. */
  READ_WRITE,
  /** Makes the file if it does not exist (MPI_MODE_CREATE). */
  CREATE,
  /** With {@link #CREATE}: an error if the file exists (MPI_MODE_EXCL). */
  EXCLUSIVE,
  /** Deletes the file when it is closed (MPI_MODE_DELETE_ON_CLOSE). */
  DELETE_ON_CLOSE,
  /** No one else opens the file meanwhile (MPI_MODE_UNIQUE_OPEN); Starling does not rely on it. */
  UNIQUE_OPEN,
  /** Only the shared pointer is used (MPI_MODE_SEQUENTIAL). */
  SEQUENTIAL,
  /** All pointers begin at the end of the file (MPI_MODE_APPEND). */
  APPEND
}
