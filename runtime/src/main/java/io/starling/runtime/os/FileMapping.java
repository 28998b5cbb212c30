package io.starling.runtime.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Maps files, on interrupted threads too, which channels refuse. If an interrupt comes in the
 * middle of it, the JDK may keep addresses until the process ends.
 */
public final class FileMapping {

  private FileMapping() {}

  /**
   * Maps the beginning of a file.
   *
   * @param mode {@link MapMode#READ_ONLY} or {@link MapMode#READ_WRITE}
   * @throws IOException if the file can't be opened or mapped
   */
  public static MemorySegment map(Path file, MapMode mode, long bytes, Arena arena)
      throws IOException {
    return Uninterruptible.make(() -> mapOnce(file, mode, bytes, arena));
  }

  private static MemorySegment mapOnce(Path file, MapMode mode, long bytes, Arena arena)
      throws IOException {
    StandardOpenOption[] options =
        mode == MapMode.READ_ONLY
            ? new StandardOpenOption[] {StandardOpenOption.READ}
            : new StandardOpenOption[] {StandardOpenOption.READ, StandardOpenOption.WRITE};
    try (FileChannel channel = FileChannel.open(file, options)) {
      return channel.map(mode, 0, bytes, arena);
    }
  }
}
