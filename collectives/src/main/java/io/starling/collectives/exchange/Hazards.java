package io.starling.collectives.exchange;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Records, for every byte of an area, the last move that writes it and the moves that have read it
 * since. From this it derives the moves for which a new move waits: a read waits for the last
 * writer; a write waits for the last writer and its readers.
 */
final class Hazards {

  private static final int NOBODY = -1;

  /** A range of bytes with the same history, from its key in the map on. */
  private static final class Piece {
    private final long end;
    private final int writer;
    private int[] readers;

    Piece(long end, int writer, int... readers) {
      this.end = end;
      this.writer = writer;
      this.readers = readers;
    }

    void addReader(int move) {
      readers = java.util.Arrays.copyOf(readers, readers.length + 1);
      readers[readers.length - 1] = move;
    }
  }

  private final TreeMap<Long, Piece> pieces = new TreeMap<>();

  /** Adds a read; {@code waitFor} gets the moves for which it must wait. */
  void read(int move, long offset, long length, IntConsumer waitFor) {
    long end = offset + length;
    cut(offset);
    cut(end);
    long at = offset;
    while (at < end) {
      Piece piece = pieces.get(at);
      if (piece == null) {
        Long next = pieces.higherKey(at);
        long gapEnd = next == null ? end : Math.min(next, end);
        piece = new Piece(gapEnd, NOBODY);
        pieces.put(at, piece);
      }
      if (piece.writer != NOBODY) {
        waitFor.accept(piece.writer);
      }
      piece.addReader(move);
      at = piece.end;
    }
  }

  /** Adds a write; {@code waitFor} gets the moves for which it must wait. */
  void write(int move, long offset, long length, IntConsumer waitFor) {
    long end = offset + length;
    if (length == 0) {
      return;
    }
    cut(offset);
    cut(end);
    Map<Long, Piece> covered = pieces.subMap(offset, end);
    for (Piece piece : covered.values()) {
      if (piece.writer != NOBODY && piece.writer != move) {
        waitFor.accept(piece.writer);
      }
      for (int reader : piece.readers) {
        if (reader != move) {
          waitFor.accept(reader);
        }
      }
    }
    covered.clear();
    pieces.put(offset, new Piece(end, move));
  }

  /** Splits a range at a place inside it. */
  private void cut(long at) {
    Map.Entry<Long, Piece> entry = pieces.lowerEntry(at);
    if (entry != null && entry.getValue().end > at) {
      Piece piece = entry.getValue();
      pieces.put(entry.getKey(), new Piece(at, piece.writer, piece.readers));
      pieces.put(at, new Piece(piece.end, piece.writer, piece.readers));
    }
  }
}
