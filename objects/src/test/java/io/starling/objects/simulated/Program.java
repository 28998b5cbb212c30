package io.starling.objects.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.store.Store;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A program of one host of a simulated cluster: puts and gets, and notes when what happened. */
public final class Program {

  private final SimulatedCluster cluster;
  private final int slot;

  public Program(SimulatedCluster cluster, int slot) {
    this.cluster = cluster;
    this.slot = slot;
  }

  public Store store() {
    return cluster.store(slot);
  }

  VirtualTime time() {
    return cluster.time();
  }

  public Writing create(ObjectId id, long size, byte seed) {
    return create(
        id,
        ObjectType.INT8,
        size,
        (memory, from, to) -> {
          for (long i = from; i < to; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, expected(seed, i));
          }
        });
  }

  private Writing create(ObjectId id, ObjectType type, long size, Contents contents) {
    Writing writing = new Writing(this, id, size, contents);
    writing.put = store().create(id, type, size, writing);
    return writing;
  }

  /** An object of longs, all of one value. */
  public Writing createLongs(ObjectId id, long count, long value) {
    return create(
        id,
        ObjectType.INT64,
        count * Long.BYTES,
        (memory, from, to) -> {
          for (long i = from; i < to; i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, i, value);
          }
        });
  }

  /** A whole object of longs, small or not. */
  public Writing putLongs(ObjectId id, int count, long value) {
    if (count * Long.BYTES < Store.SMALL) {
      ByteBuffer longs = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.nativeOrder());
      for (int i = 0; i < count; i++) {
        longs.putLong(value);
      }
      Writing writing = new Writing(this, id, longs.capacity(), null);
      store().putValue(id, ObjectType.INT64, longs.array(), writing);
      return writing;
    }
    Writing writing = createLongs(id, count, value);
    writing.write(writing.size());
    writing.seal();
    return writing;
  }

  public Reducing reduce(ObjectId target, List<ObjectId> sources, int count, String operator) {
    Reducing reducing = new Reducing();
    store()
        .reduce(
            target,
            sources,
            count,
            operator,
            answer -> reducing.onAnswer((FromPrimary.Reduced) answer));
    return reducing;
  }

  /** Writes and seals an object at once. */
  public Writing put(ObjectId id, long size, byte seed) {
    Writing writing = create(id, size, seed);
    writing.write(size);
    writing.seal();
    return writing;
  }

  public Writing putValue(ObjectId id, byte[] value) {
    Writing writing = new Writing(this, id, value.length, null);
    store().putValue(id, ObjectType.INT8, value, writing);
    return writing;
  }

  public Reading get(ObjectId id) {
    Reading reading = new Reading(this);
    reading.get = store().get(id, reading);
    return reading;
  }

  public Erasing delete(ObjectId id) {
    Erasing erasing = new Erasing();
    store().delete(id, answer -> erasing.at = cluster.time().now());
    return erasing;
  }

  public Asking describe(ObjectId id) {
    Asking asking = new Asking();
    store().describe(id, answer -> asking.answer = answer);
    return asking;
  }

  /** Runs the cluster until something is true, a second at most. */
  public static void await(SimulatedCluster cluster, BooleanSupplier what) {
    awaitFor(cluster, 1_000_000_000L, what);
  }

  public static void awaitFor(SimulatedCluster cluster, long nanoseconds, BooleanSupplier what) {
    long end = cluster.time().now() + nanoseconds;
    while (!what.getAsBoolean() && cluster.time().now() < end && cluster.time().step()) {}
    assertThat(what.getAsBoolean()).as("within %d ns", nanoseconds).isTrue();
  }

  /** The byte that an object of this seed has at an offset. */
  public static byte expected(byte seed, long offset) {
    return (byte) (seed + offset * 7 + (offset >> 12));
  }

  /** Writes the bytes of an object from an offset to another. */
  @FunctionalInterface
  interface Contents {
    void write(MemorySegment memory, long from, long to);
  }

  /** A reduce that this program asked for. */
  public final class Reducing {
    private FromPrimary.Reduced answer;
    private long doneAt;

    private void onAnswer(FromPrimary.Reduced reduced) {
      assertThat(answer).as("a reduce ends once").isNull();
      answer = reduced;
      doneAt = cluster.time().now();
    }

    public boolean isOver() {
      return answer != null;
    }

    public FromPrimary.Reduced answer() {
      return answer;
    }

    public long doneAt() {
      return doneAt;
    }
  }

  /** A delete. */
  public static final class Erasing {
    private long at = -1;

    public boolean isOver() {
      return at >= 0;
    }
  }

  /** A question for what is known of an object. */
  public static final class Asking {
    private FromPrimary answer;

    public boolean isOver() {
      return answer != null;
    }

    /** Of an object that is not gone. */
    public FromPrimary.Description answer() {
      return (FromPrimary.Description) answer;
    }

    @Override
    public String toString() {
      return String.valueOf(answer);
    }
  }
}
