package io.starling.collectives;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** How a communicator opens files (MPI 4.1, section 14.2); {@link ParallelFile} has the calls. */
public sealed interface FileManagement permits Communicator {

  /**
   * Opens a file for all ranks (MPI_File_open). All ranks must call it, with the same path and the
   * same modes. The path leads to the same file on all hosts.
   *
   * <p>If a rank can't open it, or ranks disagree, all ranks get an error, and none has the file
   * open.
   *
   * <p>An interrupt ends this call of a rank for good: made again, it opens another file, and the
   * other ranks wait for this one until it fails or ends. So don't interrupt a thread that opens a
   * file.
   *
   * @param path the file
   * @param modes how it is opened
   * @param hints hints; see {@link ParallelFile}
   * @return the file, to be closed before this communicator
   * @throws IllegalArgumentException if this rank's arguments are wrong
   * @throws io.starling.runtime.StarlingException if the file can't be opened, or another rank's
   *     arguments are wrong or differ
   * @throws io.starling.runtime.RankFailedException if a rank has failed
   */
  ParallelFile openFile(Path path, Set<OpenMode> modes, Hints hints);

  /**
   * Opens a file for all ranks without hints; see {@link #openFile(Path, Set, Hints)}.
   *
   * @param path the file
   * @param modes how it is opened
   * @return the file, to be closed before this communicator
   */
  default ParallelFile openFile(Path path, OpenMode... modes) {
    Set<OpenMode> all = modes == null ? null : new HashSet<>(Arrays.asList(modes));
    return openFile(path, all, Hints.EMPTY);
  }
}
