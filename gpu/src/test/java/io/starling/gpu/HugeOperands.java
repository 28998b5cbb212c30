package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.gpu.ptx.PtxMemory;

/**
 * Operands of any length that take no memory: each byte of them is a function of its address, and
 * what is stored is compared with the exclusive or of both, and forgotten.
 */
final class HugeOperands implements PtxMemory, PtxMemory.Range {

  private static final long LEFT = 0x7F10_0000_0000L;
  private static final long RIGHT = 0x7F20_0000_0000L;
  private static final long INTO = 0x7F30_0000_0000L;

  private final long offset;
  private final long rightOffset;
  private final long bytes;
  private long stored;
  private long highest;

  /**
   * Operands of a length.
   *
   * @param offset of the left operand and the result from a vector's boundary
   * @param rightOffset of the right one
   */
  HugeOperands(long offset, long rightOffset, long bytes) {
    this.offset = offset;
    this.rightOffset = rightOffset;
    this.bytes = bytes;
  }

  long left() {
    return LEFT + offset;
  }

  long right() {
    return RIGHT + rightOffset;
  }

  long into() {
    return INTO + offset;
  }

  long bytes() {
    return bytes;
  }

  /** How many bytes were stored. */
  long stored() {
    return stored;
  }

  /** Where the last of all bytes was stored, from the start of the result. */
  long highest() {
    return highest;
  }

  @Override
  public Range access(long address, int size, int thread, boolean writes) {
    boolean contained =
        writes
            ? isIn(into(), address, size)
            : isIn(left(), address, size) || isIn(right(), address, size);
    assertThat(contained).as("%d bytes at 0x%x", size, address).isTrue();
    assertThat(address % size).isZero();
    return this;
  }

  private boolean isIn(long start, long address, int size) {
    return address >= start && address + size <= start + bytes;
  }

  @Override
  public long get(long address, int size) {
    long value = 0;
    for (int place = 0; place < size; place++) {
      value |= byteAt(address + place) << (Byte.SIZE * place);
    }
    return value;
  }

  private static long byteAt(long address) {
    return (address * 0x9E3779B97F4A7C15L) >>> 56;
  }

  @Override
  public void set(long address, int size, long value) {
    long at = address - into();
    long expected = get(left() + at, size) ^ get(right() + at, size);
    if (((value ^ expected) << (Long.SIZE - Byte.SIZE * size)) != 0) {
      throw new AssertionError("0x%x at %d, not 0x%x".formatted(value, at, expected));
    }
    stored += size;
    highest = Math.max(highest, at + size);
  }
}
