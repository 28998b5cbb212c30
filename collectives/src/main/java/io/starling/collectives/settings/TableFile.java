package io.starling.collectives.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads a whole table once, also from a pipe. */
public final class TableFile {

  /** The size limit, for the bootstrap store; a table has some kilobytes. */
  static final int MOST_BYTES = 512 << 10;

  private TableFile() {}

  /**
   * The content.
   *
   * @throws IllegalArgumentException if it can't be read or is too long for a table
   */
  public static byte[] read(String file) {
    try (InputStream stream = Files.newInputStream(Path.of(file))) {
      byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IllegalArgumentException(
            "%s: the file has more than %d bytes, which is too long for a table"
                .formatted(file, MOST_BYTES));
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(file + ": no permission to read it", e);
    } catch (IOException | InvalidPathException e) {
      throw new IllegalArgumentException(
          "%s: it can't be read (%s)".formatted(file, e.getMessage()), e);
    }
  }
}
