package io.starling.collectives.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A small file beside an open one, with the shared pointer and the locks. Any rank reaches it while
 * the others compute, unlike a pointer in the memory of one of them, and the system unlocks what a
 * dead process had locked. It is its own file because POSIX unlocks a file for a whole process when
 * the process closes any of its descriptors: ranks that are threads share a process.
 *
 * <pre>
 * content    byte 0 ... 7                          the shared pointer, in elements
 * locks      byte n                                byte n of the open file, in atomic mode
 *            the last byte that there can be       the shared pointer
 * </pre>
 *
 * <p>It is opened by {@link RandomAccessFile}, whose reads no interrupt closes. A lock of another
 * thread of this process looks like one of another process: both are tried again.
 */
final class SideFile implements AutoCloseable {

  private static final long POINTER = Long.MAX_VALUE - 1;

  private final Path path;
  private final RandomAccessFile content;
  private final FileChannel channel;

  private SideFile(Path path, RandomAccessFile content) {
    this.path = path;
    this.content = content;
    channel = content.getChannel();
  }

  /** Where the one of a file is. */
  static Path beside(Path file, Path folder, long token) {
    return folder.resolve(".%s.starling-%016x".formatted(file.getFileName(), token));
  }

  /** Makes it, with a pointer at the beginning. */
  static SideFile create(Path path) throws IOException {
    Path _ = Files.createFile(path);
    SideFile made = open(path);
    made.content.writeLong(0);
    return made;
  }

  static SideFile open(Path path) throws IOException {
    return new SideFile(path, new RandomAccessFile(path.toFile(), "rw"));
  }

  Path path() {
    return path;
  }

  void delete() throws IOException {
    boolean _ = Files.deleteIfExists(path);
  }

  /** Changes the pointer; returns what it was. */
  long move(LongUnaryOperator change, Patience patience) throws IOException {
    try (FileLock _ = lock(POINTER, 1, false, patience)) {
      return move(change);
    }
  }

  private synchronized long move(LongUnaryOperator change) throws IOException {
    content.seek(0);
    long before = content.readLong();
    long after = change.applyAsLong(before);
    if (after != before) {
      content.seek(0);
      content.writeLong(after);
    }
    return before;
  }

  /** Locks bytes of the open file. */
  FileLock lockBytes(FilePart part, boolean shared, Patience patience) throws IOException {
    long first = part.map().start();
    return lock(first, part.map().end() - first, shared, patience);
  }

  private FileLock lock(long first, long length, boolean shared, Patience patience)
      throws IOException {
    Attempt attempt = new Attempt(first, length, shared);
    boolean isOver = false;
    try {
      patience.await(attempt, () -> "a lock of " + path + ", which another rank has");
      isOver = true;
      return attempt.get();
    } finally {
      if (!isOver) {
        attempt.undo();
      }
    }
  }

  /**
   * Tries to lock until it has the lock, or never will. It does not throw, because another thread
   * of the rank may ask for the one that waits.
   */
  private final class Attempt implements BooleanSupplier {
    private final long first;
    private final long length;
    private final boolean shared;
    private FileLock lock;
    private Throwable failure;

    Attempt(long first, long length, boolean shared) {
      this.first = first;
      this.length = length;
      this.shared = shared;
    }

    @Override
    public boolean getAsBoolean() {
      synchronized (SideFile.this) {
        try {
          if (lock == null && failure == null) {
            lock = channel.tryLock(first, length, shared);
          }
        } catch (OverlappingFileLockException e) {
          return false;
        } catch (IOException | RuntimeException | Error e) {
          failure = e;
        }
        return lock != null || failure != null;
      }
    }

    /** The lock, for the thread that has waited for it. */
    FileLock get() throws IOException {
      switch (failure) {
        case null -> {}
        case IOException e -> throw e;
        case Error e -> throw e;
        default -> throw (RuntimeException) failure;
      }
      return lock;
    }

    /** The wait was ended by something else. */
    void undo() throws IOException {
      if (lock != null) {
        lock.release();
      }
    }
  }

  @Override
  public void close() throws IOException {
    content.close();
  }
}
