package io.starling.bench;

import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Elements amid bytes that must not change, at an offset that is no multiple of anything.
 *
 * @param count of the elements; negative for a buffer that is ignored
 */
record Image(byte[] bytes, int offset, Datatype type, int count) {

  private static final int GUARD = 16;

  /** All of it random. */
  static Image random(Datatype type, int count, RandomGenerator random) {
    int offset = GUARD + random.nextInt(GUARD);
    byte[] bytes = new byte[offset + length(type, count) + GUARD];
    random.nextBytes(bytes);
    return new Image(bytes, offset, type, count);
  }

  /** Random round elements that are written by the caller. */
  Image with(Consumer<MemorySegment> elements) {
    elements.accept(MemorySegment.ofArray(bytes).asSlice(offset, length(type, count)));
    return this;
  }

  private static int length(Datatype type, int count) {
    return Math.max(0, count) * (int) type.extent();
  }

  /** A copy in an array. */
  Place onHost() {
    byte[] own = bytes.clone();
    MemorySegment segment = MemorySegment.ofArray(own).asSlice(offset, length(type, count));
    return new Place(count < 0 ? Buffer.EMPTY : Buffer.of(segment, type, count)) {
      @Override
      byte[] contents() {
        return own.clone();
      }

      @Override
      void restore() {
        System.arraycopy(bytes, 0, own, 0, own.length);
      }

      @Override
      public void close() {}
    };
  }

  /** A copy on a device. */
  Place onDevice(Gpu gpu) {
    DeviceBuffer whole = gpu.allocate(bytes.length);
    whole.copyFrom(MemorySegment.ofArray(bytes));
    DeviceBuffer middle = whole.slice(offset, length(type, count));
    return new Place(count < 0 ? Buffer.EMPTY : middle.as(type)) {
      @Override
      byte[] contents() {
        byte[] now = new byte[bytes.length];
        whole.copyTo(MemorySegment.ofArray(now));
        return now;
      }

      @Override
      void restore() {
        whole.copyFrom(MemorySegment.ofArray(bytes));
      }

      @Override
      public void close() {
        whole.close();
      }
    };
  }

  /**
   * Fails unless a place holds what it should.
   *
   * @param elements so many count; those after them may be anything
   */
  void verify(byte[] actual, byte[] expected, int elements) {
    int end = offset + length(type, elements);
    int rest = offset + length(type, count);
    compare(withoutPadding(actual), withoutPadding(expected), 0, end);
    compare(actual, expected, rest, bytes.length);
  }

  /** What lies behind an index is left undefined. */
  private byte[] withoutPadding(byte... all) {
    byte[] known = all.clone();
    if (type == BasicDatatype.INT64_INDEX || type == BasicDatatype.FLOAT64_INDEX) {
      for (int i = 0; i < count; i++) {
        int end = offset + (i + 1) * (int) type.extent();
        Arrays.fill(known, end - Integer.BYTES, end, (byte) 0);
      }
    }
    return known;
  }

  private void compare(byte[] actual, byte[] expected, int from, int to) {
    int wrong = Arrays.mismatch(actual, from, to, expected, from, to);
    if (wrong >= 0) {
      throw new AssertionError(
          "byte %d of %d x %s is %d instead of %d"
              .formatted(
                  from + wrong - offset,
                  count,
                  type,
                  actual[from + wrong],
                  expected[from + wrong]));
    }
  }

  /** Where a copy of an image lies. */
  abstract static class Place implements AutoCloseable {

    private final Buffer buffer;

    private Place(Buffer buffer) {
      this.buffer = buffer;
    }

    /** The elements. */
    Buffer buffer() {
      return buffer;
    }

    /** All bytes as they are now. */
    abstract byte[] contents();

    /** Makes all bytes those of the image again. */
    abstract void restore();

    @Override
    public abstract void close();
  }
}
