package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What is put: FLOAT32 elements, all 1, in memory of the rank. */
final class Payload implements AutoCloseable {

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;
  private final long series;

  /**
   * @param bytes a multiple of 4
   * @param series distinguishes the ids of this payload from those of others
   */
  Payload(long bytes, long series) {
    this.segment = arena.allocate(bytes, Long.BYTES);
    this.series = series;
    for (long at = 0; at < bytes; at += Float.BYTES) {
      segment.set(ValueLayout.JAVA_FLOAT, at, 1);
    }
  }

  Buffer buffer() {
    return Buffer.of(segment, Datatype.FLOAT32);
  }

  /** The same id at all ranks. */
  ObjectId id(long iteration, int number) {
    return new ObjectId(series + number, iteration * MIX);
  }

  /**
   * Looks at both ends of an object.
   *
   * @throws IllegalStateException if they are not what they must be
   */
  static void check(ObjectView view, float expected) {
    MemorySegment bytes = view.segment();
    float first = bytes.get(ValueLayout.JAVA_FLOAT, 0);
    float last = bytes.get(ValueLayout.JAVA_FLOAT, bytes.byteSize() - Float.BYTES);
    if (first != expected || last != expected) {
      throw new IllegalStateException(
          "wrong result: %s and %s in place of %s".formatted(first, last, expected));
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
