package io.starling.collectives.file;

import io.starling.collectives.OpenMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file that this rank has open, for any of its threads. A channel of Java is closed when one of
 * its threads is interrupted; the others, and later calls, then go on with a new one.
 */
final class FileHandle {

  /** An access to a channel. */
  @FunctionalInterface
  interface Use<T> {
    T of(FileChannel channel) throws IOException;
  }

  private final Path path;
  private final Set<? extends OpenOption> options;
  private volatile FileChannel channel;
  private volatile boolean closed;

  /** Of a channel, which a later one with these options may replace. */
  FileHandle(Path path, Set<? extends OpenOption> options, FileChannel channel) {
    this.path = path;
    this.options = options;
    this.channel = channel;
  }

  /** Opens a file; only the rank that is to create it does so. */
  static FileHandle open(Path path, Set<OpenMode> modes, boolean creates) throws IOException {
    Set<StandardOpenOption> options = EnumSet.noneOf(StandardOpenOption.class);
    if (!modes.contains(OpenMode.WRITE_ONLY)) {
      options.add(StandardOpenOption.READ);
    }
    if (!modes.contains(OpenMode.READ_ONLY)) {
      options.add(StandardOpenOption.WRITE);
    }
    Set<StandardOpenOption> first = EnumSet.copyOf(options);
    if (creates && modes.contains(OpenMode.CREATE)) {
      first.add(
          modes.contains(OpenMode.EXCLUSIVE)
              ? StandardOpenOption.CREATE_NEW
              : StandardOpenOption.CREATE);
    }
    return new FileHandle(path, options, FileChannel.open(path, first));
  }

  Path path() {
    return path;
  }

  /** Uses the channel; again with a new one if another thread's interrupt has closed it. */
  <T> T use(Use<T> use) throws IOException {
    while (true) {
      FileChannel current = channel;
      try {
        return use.of(current);
      } catch (ClosedByInterruptException e) {
        replace(current);
        throw e;
      } catch (ClosedChannelException e) {
        if (closed) {
          throw e;
        }
        replace(current);
      }
    }
  }

  private synchronized void replace(FileChannel old) throws IOException {
    if (channel == old && !closed) {
      channel = FileChannel.open(path, options);
      old.close();
    }
  }

  /** Closes it and opens it again: NFS shows what other hosts have written to who opens a file. */
  void reopen() throws IOException {
    replace(channel);
  }

  /** Reads until the buffer is full or the file ends; returns how much. */
  int read(long position, ByteBuffer into) throws IOException {
    int begin = into.position();
    while (into.hasRemaining()) {
      long at = position + into.position() - begin;
      if (use(current -> current.read(into, at)) < 0) {
        break;
      }
    }
    return into.position() - begin;
  }

  /** Writes all that the buffer has. */
  void write(long position, ByteBuffer from) throws IOException {
    int begin = from.position();
    while (from.hasRemaining()) {
      long at = position + from.position() - begin;
      int _ = use(current -> current.write(from, at));
    }
  }

  long size() throws IOException {
    return use(FileChannel::size);
  }

  /** Cuts or extends the file. */
  void resize(long bytes) throws IOException {
    if (bytes < size()) {
      FileChannel _ = use(current -> current.truncate(bytes));
    } else if (bytes > size()) {
      write(bytes - 1, ByteBuffer.allocate(1));
    }
  }

  /** Reads and writes the first bytes, zeros where the file has none, so that they have space. */
  void reserve(long bytes, ByteBuffer chunk) throws IOException {
    if (options.contains(StandardOpenOption.READ)) {
      reserve(bytes, chunk, this);
      return;
    }
    Set<StandardOpenOption> reading = EnumSet.of(StandardOpenOption.READ);
    FileHandle reader = new FileHandle(path, reading, FileChannel.open(path, reading));
    try {
      reserve(bytes, chunk, reader);
    } finally {
      reader.close();
    }
  }

  private void reserve(long bytes, ByteBuffer chunk, FileHandle reader) throws IOException {
    long length = size();
    for (long at = 0; at < bytes; at += chunk.capacity()) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - at));
      if (at < length) {
        int _ = reader.read(at, chunk);
      }
      while (chunk.hasRemaining()) {
        chunk.put((byte) 0);
      }
      write(at, chunk.flip());
    }
  }

  /** Writes everything to the device. */
  void force() throws IOException {
    boolean _ =
        use(
            current -> {
              current.force(true);
              return true;
            });
  }

  boolean isClosed() {
    return closed;
  }

  synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
