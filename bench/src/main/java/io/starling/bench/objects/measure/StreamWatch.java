package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Sees when the bytes of an object arrive, by the memory into which it is read. */
final class StreamWatch implements AutoCloseable {

  private static final long STEP = 4096;
  private static final long LOOK_NANOS = 50_000;
  private static final long MICROSECOND = 1000;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment into;
  private final List<Long> news = new ArrayList<>();
  private Thread reader;
  private long seen;

  StreamWatch(long bytes) {
    into = arena.allocate(bytes, Long.BYTES);
  }

  /** Microseconds by the clock of this host, which other hosts share more or less. */
  static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Begins to read an object, whose bytes are not 0. */
  void start(ObjectStore store, ObjectId id) {
    into.fill((byte) 0);
    news.clear();
    seen = 0;
    reader =
        Thread.ofPlatform()
            .daemon()
            .name("reader")
            .start(() -> store.read(id, Buffer.of(into, Datatype.FLOAT32)));
  }

  /**
   * Returns when so many bytes are there.
   *
   * @throws IllegalStateException if they do not come any more
   */
  void await(long bytes) {
    while (seen < bytes) {
      boolean reads = reader.isAlive();
      long before = seen;
      look();
      if (seen > before) {
        news.add(micros());
      } else if (!reads) {
        throw new IllegalStateException("the read ended after %d bytes".formatted(seen));
      } else {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  private void look() {
    long next = Math.min(into.byteSize(), seen + STEP);
    while (seen < next && into.get(ValueLayout.JAVA_FLOAT, next - Float.BYTES) != 0) {
      seen = next;
      next = Math.min(into.byteSize(), seen + STEP);
    }
  }

  /**
   * The longest time without news that ended after a moment.
   *
   * @param moment in microseconds; 0 for none
   * @return in nanoseconds; 0 if the moment came too late, or there was none
   */
  long longestGap(long moment) {
    long longest = 0;
    for (int i = 1; i < news.size() && moment > 0; i++) {
      if (news.get(i) >= moment) {
        longest = Math.max(longest, news.get(i) - news.get(i - 1));
      }
    }
    return longest * MICROSECOND;
  }

  @Override
  public void close() {
    arena.close();
  }
}
