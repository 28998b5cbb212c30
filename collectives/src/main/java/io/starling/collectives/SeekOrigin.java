package io.starling.collectives;

/** What the offset of a seek counts from (MPI 4.1, section 14.4.3). */
public enum SeekOrigin {
  /** The beginning of the view (MPI_SEEK_SET). */
  BEGIN,
  /** Where the pointer is (MPI_SEEK_CUR). */
  CURRENT,
  /** The end of the file (MPI_SEEK_END). */
  END
}
