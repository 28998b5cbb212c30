package io.starling.bench.soak;

import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.LongFunction;

/**
 * Memory of a call with a known pattern around its elements and in their gaps. It knows what each
 * of its bytes must be; {@link #check} compares all of them.
 */
final class GuardedRegion {

  private static final int GUARD = 64;
  private static final byte PATTERN = (byte) 0xA5;

  private final String text;
  private final ElementType type;
  private final int count;
  private final MemorySegment memory;
  private final int start;
  private final Buffer buffer;

  /** What the memory must hold. */
  private final byte[] image;

  private GuardedRegion(String name, ElementType type, int count, MemorySegment memory, int start) {
    text = name;
    this.type = type;
    this.count = count;
    this.memory = memory;
    this.start = start;
    int span = type.span(count);
    buffer = Buffer.of(memory.asSlice(start, span), type.datatype(), count);
    image = new byte[(int) memory.byteSize()];
  }

  /**
   * Somewhere.
   *
   * @param name for messages
   * @param shared makes memory that ranks share
   */
  static GuardedRegion draw(
      String name,
      ElementType type,
      int count,
      SeededRandom draw,
      Arena arena,
      LongFunction<MemorySegment> shared) {
    int shift = draw.percent(50) ? 0 : draw.between(1, 15);
    int bytes = 2 * GUARD + 16 + type.span(count);
    return switch (draw.below(6)) {
      case 0 ->
          new GuardedRegion(
              name + " in a byte[]+" + shift,
              type,
              count,
              MemorySegment.ofArray(new byte[bytes]),
              GUARD + shift);
      case 1 ->
          new GuardedRegion(
              name + " in a long[]",
              type,
              count,
              MemorySegment.ofArray(new long[bytes / Long.BYTES + 1]),
              GUARD);
      case 2 ->
          new GuardedRegion(
              name + " in a heap buffer+" + shift,
              type,
              count,
              MemorySegment.ofBuffer(ByteBuffer.allocate(bytes)),
              GUARD + shift);
      case 3 ->
          new GuardedRegion(
              name + " in shared memory+" + shift, type, count, shared.apply(bytes), GUARD + shift);
      default ->
          new GuardedRegion(
              name + " in native memory+" + shift,
              type,
              count,
              arena.allocate(bytes, 16),
              GUARD + shift);
    };
  }

  Buffer buffer() {
    return buffer;
  }

  /** Puts these elements there, packed, and the pattern everywhere else. */
  void fill(byte[] packed) {
    clear();
    put(0, packed);
  }

  /** Nothing but the pattern. */
  void clear() {
    Arrays.fill(image, PATTERN);
    memory.fill(PATTERN);
  }

  /** Puts elements there, from element {@code from} on. */
  void put(int from, byte[] packed) {
    expect(from, packed);
    Bytes.copy(MemorySegment.ofArray(image), 0, memory, 0, image.length);
  }

  /** From element {@code from} on, these are to come; all else stays. */
  void expect(int from, byte[] packed) {
    int size = type.size();
    if (type.isPlain()) {
      System.arraycopy(packed, 0, image, start + from * size, packed.length);
      return;
    }
    int[] offsets = type.offsets();
    for (int at = 0; at < packed.length; ) {
      int element = start + (from + at / size) * type.extent();
      for (int i = 0; i < size; i++) {
        image[element + offsets[i]] = packed[at++];
      }
    }
  }

  /** From element {@code from} on, {@code length} of them may hold anything in these bytes. */
  void expectAnything(int from, int length, int firstByte, int endByte) {
    int[] offsets = type.offsets();
    for (int i = from; i < from + length; i++) {
      for (int j = firstByte; j < endByte; j++) {
        int at = start + i * type.extent() + offsets[j];
        image[at] = memory.get(ValueLayout.JAVA_BYTE, at);
      }
    }
  }

  /**
   * Compares every byte.
   *
   * @throws WrongResultException that names the first wrong one
   */
  void check() {
    MemorySegment expected = MemorySegment.ofArray(image);
    long wrong = memory.mismatch(expected);
    if (wrong >= 0) {
      throw new WrongResultException(describe((int) wrong));
    }
  }

  private String describe(int wrong) {
    int inside = wrong - start;
    int element = type.extent() == 0 ? 0 : Math.floorDiv(inside, type.extent());
    String where =
        inside < 0
            ? "%d bytes before the first element".formatted(-inside)
            : element >= count
                ? "%d bytes after the last element".formatted(inside - type.span(count) + 1)
                : "element %d, byte %d of it".formatted(element, inside - element * type.extent());
    int from = inside < 0 || element >= count ? wrong : start + element * type.extent();
    int end = Math.min(image.length, from + Math.clamp(type.extent(), 1, 32));
    byte[] found = memory.asSlice(from, end - from).toArray(ValueLayout.JAVA_BYTE);
    HexFormat hex = HexFormat.ofDelimiter(" ");
    return "%s (%s) is wrong from %s on: expected %s, found %s"
        .formatted(
            text,
            this,
            where,
            hex.formatHex(Arrays.copyOfRange(image, from, end)),
            hex.formatHex(found));
  }

  @Override
  public String toString() {
    return count + " x " + type.text();
  }
}
