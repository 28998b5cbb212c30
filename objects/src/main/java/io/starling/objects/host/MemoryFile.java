package io.starling.objects.host;

import io.starling.objects.copy.Region;
import io.starling.objects.door.DoorFile;
import io.starling.runtime.StarlingException;
import io.starling.runtime.os.FileMapping;
import io.starling.runtime.os.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The memory of a store: a file without a name, which programs of the same user map. It vanishes
 * with its last user, whatever becomes of the processes.
 *
 * <p>The thread of the store uses it. Its memory stays mapped as long as anything refers to it.
 */
final class MemoryFile implements Region, AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final Linux linux = new Linux(arena);
  private final int descriptor;
  private final MemorySegment memory;

  /**
   * @param length the bytes of the file, of which only prepared ones take memory
   * @throws StarlingException if the system has no such file, or no addresses for it
   */
  MemoryFile(long length) {
    descriptor = linux.createMemory(DoorFile.MEMORY);
    if (descriptor < 0) {
      throw new StarlingException(
          "a store can't make its memory (memfd_create: %s)"
              .formatted(Linux.describe(-descriptor)));
    }
    try {
      memory = FileMapping.map(path(), FileChannel.MapMode.READ_WRITE, length, Arena.ofAuto());
    } catch (IOException e) {
      linux.close(descriptor);
      throw new StarlingException(
          "a store can't map %d GiB of addresses (%s); set 'ulimit -v' and 'ulimit -f' to unlimited"
              .formatted(length >> 30, e.getMessage()),
          e);
    }
  }

  /** Where programs of this host find the file. */
  Path path() {
    return Path.of("/proc/%d/fd/%d".formatted(ProcessHandle.current().pid(), descriptor));
  }

  long length() {
    return memory.byteSize();
  }

  @Override
  public boolean prepare(long offset, long length) {
    int result = linux.allocate(descriptor, offset, length);
    while (result == -Linux.INTERRUPTED) {
      result = linux.allocate(descriptor, offset, length);
    }
    return result >= 0;
  }

  @Override
  public MemorySegment at(long offset, long length) {
    return memory.asSlice(offset, length);
  }

  @Override
  public void punch(long offset, long length) {
    int result = linux.punch(descriptor, offset, length);
    if (result < 0) {
      throw new StarlingException(
          "a store can't give memory back (fallocate: %s)".formatted(Linux.describe(-result)));
    }
  }

  /** From now on no further program can map it. */
  @Override
  public void close() {
    linux.close(descriptor);
    arena.close();
  }
}
