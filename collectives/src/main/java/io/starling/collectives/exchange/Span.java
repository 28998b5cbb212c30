package io.starling.collectives.exchange;

/** Bytes of an area that a move reads or writes. */
public record Span(Area area, long offset, long length) {

  /** A part of it. */
  public Span slice(long from, long itsLength) {
    if (from < 0 || itsLength < 0 || from + itsLength > length) {
      throw new IllegalArgumentException(
          "bytes %d to %d are not inside %s".formatted(from, from + itsLength, this));
    }
    return new Span(area, offset + from, itsLength);
  }

  /** At most {@code length} bytes from an offset on; empty beyond its end. */
  public Span piece(long from, long atMost) {
    long start = Math.min(from, length);
    return new Span(area, offset + start, Math.min(atMost, length - start));
  }

  /** One of its blocks. */
  public Span block(Blocks blocks, int index) {
    return slice(blocks.offset(index), blocks.length(index));
  }

  /** Blocks {@code from} to {@code to - 1}, which are contiguous. */
  public Span blocks(Blocks blocks, int from, int to) {
    long begin = from < to ? blocks.offset(from) : 0;
    long end = from < to ? blocks.offset(to - 1) + blocks.length(to - 1) : 0;
    return slice(begin, end - begin);
  }
}
