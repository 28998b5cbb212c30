package io.starling.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import jcuda.JCudaVersion;
import jcuda.LibUtils;

/**
 * Installs JCuda's native libraries where JCuda looks for them, before JCuda does.
 *
 * <p>JCuda 12.6.0 unpacks a library to a fixed name in {@code java.io.tmpdir} unless that file
 * exists. If many ranks start at once, a rank may find a file that another rank is still writing,
 * load half a library and fail; a rank that is killed meanwhile leaves half a library for good.
 * Therefore each rank writes a private file and renames it, so that the name always refers to a
 * whole file. An existing file is used only if its content is identical.
 */
final class JcudaNatives {

  /** Lets Java call the CUDA driver. */
  static final String DRIVER = "JCudaDriver";

  private JcudaNatives() {}

  /**
   * Ensures that a folder contains one of JCuda's libraries.
   *
   * @param folder the folder that JCuda uses as {@code java.io.tmpdir}
   * @param name the name of the class that loads the library, such as {@link #DRIVER}
   * @return the path of the library
   * @throws IOException if this JCuda has no library for this platform, or the folder can't be
   *     written
   */
  static Path placeIn(Path folder, String name) throws IOException {
    String fileName =
        LibUtils.createLibraryFileName(
            LibUtils.createPlatformLibraryName(name + "-" + JCudaVersion.get()));
    byte[] library = resource("/lib/" + fileName);
    Path target = folder.resolve(fileName);
    if (!holds(target, library)) {
      Files.createDirectories(folder);
      Path own =
          Files.createTempFile(
              folder,
              fileName,
              ".part",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.write(own, library);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(own, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(own);
      }
    }
    return target;
  }

  private static boolean holds(Path file, byte[] content) throws IOException {
    return Files.isRegularFile(file)
        && Files.size(file) == content.length
        && Arrays.equals(Files.readAllBytes(file), content);
  }

  private static byte[] resource(String path) throws IOException {
    try (InputStream stream = LibUtils.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IOException("JCuda has no library for this platform (" + path + ")");
      }
      return stream.readAllBytes();
    }
  }
}
