package io.starling.runtime.os;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.starling.runtime.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Waits until one of a few descriptors is readable. Used by one thread at a time. */
public final class Poll {

  private static final short READABLE = 1;
  private static final long NANOSECONDS_PER_SECOND = 1_000_000_000;
  private static final MethodHandle POLL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("ppoll"), SixWords.SHAPE);

  /** An array of {@code struct pollfd}, 8 bytes each. */
  private final MemorySegment descriptors;

  private final MemorySegment time;
  private final long count;

  /** Waits for these descriptors. */
  public Poll(Arena arena, int... descriptors) {
    this.descriptors = arena.allocate(JAVA_LONG, descriptors.length);
    this.time = arena.allocate(JAVA_LONG, 2);
    this.count = descriptors.length;
    for (int i = 0; i < descriptors.length; i++) {
      this.descriptors.set(JAVA_INT, (long) i * Long.BYTES, descriptors[i]);
      this.descriptors.set(JAVA_SHORT, (long) i * Long.BYTES + Integer.BYTES, READABLE);
    }
  }

  /** Waits for at most the given time; may return early. */
  public void await(long nanoseconds) {
    long most = Math.max(1, nanoseconds);
    time.set(JAVA_LONG, 0, most / NANOSECONDS_PER_SECOND);
    time.set(JAVA_LONG, Long.BYTES, most % NANOSECONDS_PER_SECOND);
    try {
      int _ =
          (int) (long) POLL.invokeExact(descriptors.address(), count, time.address(), 0L, 0L, 0L);
    } catch (Throwable e) {
      throw new TransportException("ppoll failed", e);
    }
  }
}
