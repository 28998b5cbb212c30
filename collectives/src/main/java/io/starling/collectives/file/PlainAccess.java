package io.starling.collectives.file;

import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Reads and writes a part of a file by one thread, without another rank. Runs that are close
 * together are read with what is between them. They are written one by one: what is between them
 * may be another rank's.
 *
 * <pre>
 * data     | aaa bb cccc |
 * read     [aaa....bb..cccc]           one read, and the gaps are dropped
 * write    [aaa] -  [bb] - [cccc]      three writes
 * </pre>
 */
record PlainAccess(FileHandle handle, Scratch scratch) {

  private static final long LARGEST_DIRECT = 1 << 30;

  /** Gaps are read if at least one of so many bytes is wanted. */
  private static final long MOST_BYTES_PER_WANTED = 8;

  /** Longer runs are read one by one: a system call costs less than the gap. */
  private static final long LONG_RUN = 16 << 10;

  /** Writes data. */
  void write(FilePart part, Memory data) throws IOException {
    MemorySegment piece = data.isDirect() ? null : scratch.take();
    long most = piece == null ? LARGEST_DIRECT : Scratch.BYTES;
    try {
      long length = part.bytes();
      for (long at = 0; at < length; at += most) {
        long bytes = Math.min(most, length - at);
        if (piece == null) {
          writeRuns(part.map(), at, bytes, data.segment().asSlice(at, bytes).asByteBuffer());
        } else {
          data.read(at, piece, 0, bytes);
          writeRuns(part.map(), at, bytes, piece.asSlice(0, bytes).asByteBuffer());
        }
      }
    } finally {
      release(piece);
    }
  }

  private void writeRuns(TypeMap map, long from, long length, ByteBuffer packed)
      throws IOException {
    if (map instanceof Block block) {
      handle.write(block.offset() + from, packed);
      return;
    }
    TypeMap.Mover writer =
        (_, offset, stride, count, run, _, at) -> {
          for (long i = 0; i < count; i++) {
            int begin = (int) (at + i * run);
            packed.limit((int) (begin + run)).position(begin);
            try {
              handle.write(offset + i * stride, packed);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try {
      map.move(writer, MemorySegment.NULL, 0, from, length, MemorySegment.NULL, 0);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Reads data; returns how much there was before the end of the file. */
  long read(FilePart part, Memory into) throws IOException {
    MemorySegment piece = scratch.take();
    try {
      long at = 0;
      while (at < part.bytes()) {
        long wanted = nextBytes(part, at, into);
        long got = read(part, at, wanted, into, piece);
        at += got;
        if (got < wanted) {
          break;
        }
      }
      return at;
    } finally {
      release(piece);
    }
  }

  /** How many bytes are read next: those within the length of a piece. */
  private static long nextBytes(FilePart part, long at, Memory into) {
    if (part.isContiguous()) {
      return Math.min(part.bytes() - at, into.isDirect() ? LARGEST_DIRECT : Scratch.BYTES);
    }
    return part.bytesBefore(part.offsetOf(at) + Scratch.BYTES) - at;
  }

  private long read(FilePart part, long at, long wanted, Memory into, MemorySegment piece)
      throws IOException {
    long first = part.offsetOf(at);
    long span = part.offsetOf(at + wanted - 1) + 1 - first;
    if (span == wanted && into.isDirect()) {
      return handle.read(first, into.segment().asSlice(at, wanted).asByteBuffer());
    }
    if (span > MOST_BYTES_PER_WANTED * wanted || part.meanRun() >= LONG_RUN) {
      return readRuns(part, at, wanted, into, piece);
    }
    int got = handle.read(first, piece.asSlice(0, span).asByteBuffer());
    long useful = got == span ? wanted : part.bytesBefore(first + got) - at;
    if (useful > 0) {
      Memory window = Memory.window(piece, part.map().shifted(-first));
      Memory.copy(window, at, into, at, useful);
    }
    return useful;
  }

  /** Reads runs one by one; after the first that is not complete, the file has ended. */
  private long readRuns(FilePart part, long from, long length, Memory into, MemorySegment piece)
      throws IOException {
    MemorySegment target = into.isDirect() ? into.segment().asSlice(from, length) : piece;
    ByteBuffer packed = target.asByteBuffer();
    long[] got = new long[1];
    TypeMap.Mover reader =
        (_, offset, stride, count, run, _, at) -> {
          for (long i = 0; i < count && got[0] == at + i * run; i++) {
            int begin = (int) (at + i * run);
            packed.limit((int) (begin + run)).position(begin);
            try {
              got[0] += handle.read(offset + i * stride, packed);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try {
      part.map().move(reader, MemorySegment.NULL, 0, from, length, MemorySegment.NULL, 0);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (got[0] > 0 && !into.isDirect()) {
      into.write(from, piece, 0, got[0]);
    }
    return got[0];
  }

  /** Reserves space for the first bytes of the file. */
  void reserve(long bytes) throws IOException {
    MemorySegment piece = scratch.take();
    try {
      handle.reserve(bytes, piece.asByteBuffer());
    } finally {
      release(piece);
    }
  }

  private void release(MemorySegment piece) {
    if (piece != null) {
      scratch.giveBack(piece);
    }
  }
}
