package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;

/** All forms of a broadcast with one root and length, in native memory and from arrays. */
final class BroadcastContract {

  private final Communicator world;
  private final int root;
  private final int count;

  BroadcastContract(Communicator world, int root, int count) {
    this.world = world;
    this.root = root;
    this.count = count;
  }

  void check() {
    String form = "blocking";
    try (Arena arena = Arena.ofShared()) {
      MemorySegment inNative = arena.allocate((long) count * Long.BYTES, Long.BYTES);
      MemorySegment onHeap = MemorySegment.ofArray(new long[count]);
      Buffer nativeBuffer = Buffer.of(inNative, Datatype.INT64);
      Buffer heapBuffer = Buffer.of(onHeap, Datatype.INT64);

      fill(inNative, 1);
      world.broadcast(nativeBuffer, root);
      verify(inNative, 1);
      fill(onHeap, 2);
      world.broadcast(heapBuffer, root);
      verify(onHeap, 2);

      form = "non-blocking";
      fill(inNative, 3);
      fill(onHeap, 4);
      var first = world.iBroadcast(nativeBuffer, root);
      var second = world.iBroadcast(heapBuffer, root);
      second.await();
      while (!first.await(Duration.ofMillis(1))) {
        Thread.onSpinWait();
      }
      verify(inNative, 3);
      verify(onHeap, 4);

      form = "persistent";
      try (PersistentRequest persistent = world.broadcastInit(nativeBuffer, root)) {
        for (int salt = 5; salt < 7; salt++) {
          fill(inNative, salt);
          persistent.start().await();
          verify(inNative, salt);
        }
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("%s, root %d, count %d".formatted(form, root, count), e);
    }
  }

  private void fill(MemorySegment memory, long salt) {
    long[] values = new long[count];
    Arrays.setAll(values, i -> world.rank() == root ? value(i, salt) : -1);
    MemorySegment.copy(values, 0, memory, JAVA_LONG, 0, count);
  }

  private void verify(MemorySegment memory, long salt) {
    long[] values = memory.toArray(JAVA_LONG);
    for (int i = 0; i < count; i++) {
      if (values[i] != value(i, salt)) {
        throw new AssertionError(
            "element %d is %#x instead of %#x".formatted(i, values[i], value(i, salt)));
      }
    }
  }

  private static long value(long index, long salt) {
    return (index + 1) * 0x9E3779B97F4A7C15L ^ salt;
  }
}
