package mpi;

import io.starling.collectives.OpenMode;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** How files are opened, and MPI's classes of what goes wrong then. */
final class Modes {

  private static final int ACCESS = MPI.MODE_RDONLY | MPI.MODE_WRONLY | MPI.MODE_RDWR;
  private static final int ALL = 2 * MPI.MODE_SEQUENTIAL - 1;

  private Modes() {}

  /** Starling's modes. */
  static Set<OpenMode> of(int amode) {
    boolean isReadOnly = has(amode, MPI.MODE_RDONLY);
    if (Integer.bitCount(amode & ACCESS) != 1
        || (amode & ~ALL) != 0
        || (isReadOnly && (amode & (MPI.MODE_CREATE | MPI.MODE_EXCL)) != 0)
        || (has(amode, MPI.MODE_RDWR) && has(amode, MPI.MODE_SEQUENTIAL))) {
      throw new Failure(
          ErrorClass.AMODE,
          "the mode is %d; give exactly one of RDONLY, WRONLY and RDWR, RDONLY without CREATE and EXCL, and RDWR without SEQUENTIAL"
              .formatted(amode));
    }
    Set<OpenMode> modes = EnumSet.noneOf(OpenMode.class);
    add(modes, amode, MPI.MODE_RDONLY, OpenMode.READ_ONLY);
    add(modes, amode, MPI.MODE_WRONLY, OpenMode.WRITE_ONLY);
    add(modes, amode, MPI.MODE_RDWR, OpenMode.READ_WRITE);
    add(modes, amode, MPI.MODE_CREATE, OpenMode.CREATE);
    add(modes, amode, MPI.MODE_EXCL, OpenMode.EXCLUSIVE);
    add(modes, amode, MPI.MODE_DELETE_ON_CLOSE, OpenMode.DELETE_ON_CLOSE);
    add(modes, amode, MPI.MODE_UNIQUE_OPEN, OpenMode.UNIQUE_OPEN);
    add(modes, amode, MPI.MODE_SEQUENTIAL, OpenMode.SEQUENTIAL);
    add(modes, amode, MPI.MODE_APPEND, OpenMode.APPEND);
    return modes;
  }

  private static void add(Set<OpenMode> modes, int amode, int bit, OpenMode mode) {
    if (has(amode, bit)) {
      modes.add(mode);
    }
  }

  private static boolean has(int amode, int bit) {
    return (amode & bit) != 0;
  }

  static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new Failure(ErrorClass.BAD_FILE, e.getMessage(), e);
    }
  }

  /** Why a file was not opened, also on ranks that have not failed themselves. */
  static RuntimeException refused(StarlingException thrown, Path path, Set<OpenMode> modes) {
    if (thrown.getCause() instanceof IOException) {
      return thrown;
    }
    ErrorClass errorClass = ErrorClass.OTHER;
    Path parent = path.toAbsolutePath().getParent();
    if (modes.contains(OpenMode.EXCLUSIVE) && Files.exists(path)) {
      errorClass = ErrorClass.FILE_EXISTS;
    } else if ((parent != null && !Files.isDirectory(parent))
        || (!modes.contains(OpenMode.CREATE) && !Files.exists(path))) {
      errorClass = ErrorClass.NO_SUCH_FILE;
    } else if (!Files.isWritable(path) || !Files.isReadable(path)) {
      errorClass = ErrorClass.ACCESS;
    }
    return new Failure(errorClass, thrown.getMessage(), thrown);
  }
}
