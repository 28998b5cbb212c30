package io.starling.runtime.datatype;

import java.lang.foreign.MemorySegment;

/**
 * A map repeated at equal distances.
 *
 * @param count at least two
 * @param stride the distance from one to the next, in bytes; may be negative
 * @param body the repeated map, not empty
 */
public record Loop(long count, long stride, TypeMap body) implements TypeMap {

  /**
   * A loop.
   *
   * @throws ArithmeticException if it spans more than 2^63 - 1 bytes
   */
  public Loop {
    Math.multiplyExact(count, body.size());
    long reach = Math.multiplyExact(count - 1, stride);
    Math.subtractExact(
        Math.addExact(body.end(), Math.max(0, reach)),
        Math.addExact(body.start(), Math.min(0, reach)));
  }

  @Override
  public long size() {
    return count * body.size();
  }

  @Override
  public long start() {
    return body.start() + Math.min(0, (count - 1) * stride);
  }

  @Override
  public long end() {
    return body.end() + Math.max(0, (count - 1) * stride);
  }

  @Override
  public boolean isPlainlyDisjoint() {
    return body.isPlainlyDisjoint() && Math.abs(stride) >= body.end() - body.start();
  }

  @Override
  public TypeMap shifted(long bytes) {
    return new Loop(count, stride, body.shifted(bytes));
  }

  @Override
  public long runs() {
    long runs = body.runs();
    return runs > Long.MAX_VALUE / count ? Long.MAX_VALUE : runs * count;
  }

  @Override
  public void move(
      Mover mover,
      MemorySegment scattered,
      long base,
      long from,
      long length,
      MemorySegment packed,
      long packedOffset) {
    long size = body.size();
    long at = base + from / size * stride;
    long skip = from % size;
    long done = 0;
    while (done < length) {
      if (skip == 0 && length - done >= size && body instanceof Block run) {
        long whole = (length - done) / size;
        mover.move(scattered, at + run.offset(), stride, whole, size, packed, packedOffset + done);
        at += whole * stride;
        done += whole * size;
      } else {
        long part = Math.min(size - skip, length - done);
        body.move(mover, scattered, at, skip, part, packed, packedOffset + done);
        at += stride;
        done += part;
        skip = 0;
      }
    }
  }
}
