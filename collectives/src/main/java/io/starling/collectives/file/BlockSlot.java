package io.starling.collectives.file;

import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A block of the file at its aggregator, and the portions of ranks in it. */
final class BlockSlot {

  /**
   * A rank's portion.
   *
   * @param memory where its bytes are in the block, from {@code offset} on
   * @param from where it begins in the rank's data
   */
  record Piece(int rank, FilePart part, long from, long length, Memory memory, long offset) {}

  private final int number;
  private final List<Piece> pieces = new ArrayList<>();
  private MemorySegment memory;
  private long[] covered;
  private boolean isOpen;
  private long block;
  private long begin;
  private long first;
  private long end;
  private long got;
  private int pending;
  private Throwable failure;

  BlockSlot(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  boolean isOpen() {
    return isOpen;
  }

  /** Takes a block. */
  void begin(CollectiveTransfer transfer, long itsBlock) {
    if (memory == null) {
      memory = transfer.takeBlock();
    }
    isOpen = true;
    block = itsBlock;
    begin = itsBlock * transfer.blockBytes;
    first = Long.MAX_VALUE;
    end = 0;
    got = 0;
    pending = 0;
    failure = null;
    pieces.clear();
  }

  /** Adds the portion of a rank. */
  void add(int rank, Portions portion) {
    FilePart part = portion.part();
    long from = portion.from();
    long length = portion.length();
    long its = part.offsetOf(from) - begin;
    long itsEnd = part.offsetOf(from + length - 1) + 1 - begin;
    first = Math.min(first, its);
    end = Math.max(end, itsEnd);
    boolean isRun = itsEnd - its == length;
    Memory at =
        isRun
            ? Memory.of(memory.asSlice(its, length))
            : Memory.window(memory, part.map().shifted(-begin));
    pieces.add(new Piece(rank, part, from, length, at, isRun ? 0 : from));
  }

  List<Piece> pieces() {
    return pieces;
  }

  long block() {
    return block;
  }

  /** Counts a transfer that is open. */
  void expect() {
    pending++;
  }

  /** A transfer has ended; returns whether it was the last one. */
  boolean ended() {
    pending--;
    return pending == 0;
  }

  void close() {
    isOpen = false;
    pieces.clear();
  }

  void fails(Throwable reason) {
    failure = reason;
  }

  Throwable failure() {
    return failure;
  }

  /** Reads all from the first wanted byte to the last. */
  void read(FileState file) {
    try {
      got = file.handle.read(begin + first, memory.asSlice(first, end - first).asByteBuffer());
    } catch (IOException e) {
      throw file.trouble(e);
    }
  }

  /** How many bytes of a portion were before the end of the file. */
  long available(Piece piece) {
    if (got == end - first) {
      return piece.length;
    }
    long before = piece.part.bytesBefore(begin + first + got) - piece.from;
    return Math.clamp(before, 0, piece.length);
  }

  /** Writes the bytes that ranks have sent, and none between them. */
  void write(FileState file) {
    try {
      if (pieces.size() == 1 && pieces.getFirst().length == end - first) {
        write(file, first, end);
      } else {
        writeCovered(file);
      }
    } catch (IOException e) {
      throw file.trouble(e);
    }
  }

  private void writeCovered(FileState file) throws IOException {
    cover();
    long at = first;
    while (at < end) {
      long runEnd = Coverage.nextClear(covered, at, end);
      write(file, at, runEnd);
      at = Coverage.nextSet(covered, runEnd, end);
    }
  }

  /** Ranks may have written the same bytes, so that the sum of lengths proves nothing. */
  private void cover() {
    if (covered == null) {
      covered = Coverage.of(memory.byteSize());
    }
    Coverage.clear(covered, first, end);
    TypeMap.Mover mark =
        (_, offset, stride, count, length, _, _) -> {
          for (long i = 0; i < count; i++) {
            Coverage.set(covered, offset + i * stride, length);
          }
        };
    for (Piece piece : pieces) {
      TypeMap map = piece.part.map();
      map.move(mark, MemorySegment.NULL, -begin, piece.from, piece.length, MemorySegment.NULL, 0);
    }
  }

  private void write(FileState file, long from, long to) throws IOException {
    file.handle.write(begin + from, memory.asSlice(from, to - from).asByteBuffer());
  }

  void release(BufferPool pool) {
    if (memory != null) {
      pool.release(memory);
    }
  }
}
