package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;

/** A run of bytes. */
public record Block(long offset, long length) implements TypeMap {

  /** No bytes. */
  static final Block EMPTY = new Block(0, 0);

  @Override
  public long size() {
    return length;
  }

  @Override
  public long start() {
    return offset;
  }

  @Override
  public long end() {
    return Math.addExact(offset, length);
  }

  @Override
  public boolean isPlainlyDisjoint() {
    return true;
  }

  @Override
  public TypeMap shifted(long bytes) {
    return new Block(Math.addExact(offset, bytes), length);
  }

  @Override
  public long runs() {
    return 1;
  }

  @Override
  public void move(
      Mover mover,
      MemorySegment scattered,
      long base,
      long from,
      long bytes,
      MemorySegment packed,
      long packedOffset) {
    if (bytes > 0) {
      mover.move(scattered, base + offset + from, 0, 1, bytes, packed, packedOffset);
    }
  }
}
