package io.starling.objects.simulated;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Get;
import io.starling.objects.operation.GetListener;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.StarlingException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A get of a program of a simulated cluster. */
public final class Reading implements GetListener {
  private final Program program;
  Get get;
  private Copy copy;
  private byte[] value;
  private StarlingException failure;
  private long firstByteAt = -1;
  private long doneAt = -1;

  Reading(Program program) {
    this.program = program;
  }

  @Override
  public void onValue(ObjectType type, byte[] bytes) {
    value = bytes;
    doneAt = program.time().now();
  }

  @Override
  public void onProgress(Copy progressing) {
    copy = progressing;
    if (copy.watermark() > 0 && firstByteAt < 0) {
      firstByteAt = program.time().now();
    }
    if (copy.isComplete() && doneAt < 0) {
      doneAt = program.time().now();
    }
  }

  @Override
  public void onFailed(StarlingException reason) {
    failure = reason;
  }

  public boolean isOver() {
    return doneAt >= 0 || failure != null;
  }

  public void close() {
    program.store().close(get);
  }

  /** The first element of an object of longs. */
  public long firstLong() {
    MemorySegment bytes = copy == null ? MemorySegment.ofArray(value) : copy.memory();
    return bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
  }

  /** Fails unless all elements are this. */
  public void checkLongs(long expected) {
    MemorySegment bytes = copy == null ? MemorySegment.ofArray(value) : copy.memory();
    for (long i = 0; i < bytes.byteSize(); i += Long.BYTES) {
      long element = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, i);
      if (element != expected) {
        throw new AssertionError(
            "element %d is %x, not %x".formatted(i / Long.BYTES, element, expected));
      }
    }
  }

  /** Fails unless the object is that of the put with this seed. */
  public void check(byte seed) {
    MemorySegment memory = copy.memory();
    for (long i = 0; i < copy.size(); i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != Program.expected(seed, i)) {
        throw new AssertionError("byte %d of %s is wrong".formatted(i, copy.id()));
      }
    }
  }

  public Copy copy() {
    return copy;
  }

  public byte[] value() {
    return value;
  }

  public StarlingException failure() {
    return failure;
  }

  public long firstByteAt() {
    return firstByteAt;
  }

  public long doneAt() {
    return doneAt;
  }
}
