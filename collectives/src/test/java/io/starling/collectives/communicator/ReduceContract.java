package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** All forms of a reduce with one root, length and operator, in native memory and from arrays. */
final class ReduceContract {

  private final Communicator world;
  private final boolean isRoot;
  private final int root;
  private final int count;
  private final ReductionOperator operator;

  ReduceContract(Communicator world, int root, int count, ReductionOperator operator) {
    this.world = world;
    this.isRoot = world.rank() == root;
    this.root = root;
    this.count = count;
    this.operator = operator;
  }

  void check() {
    String form = "blocking";
    try (Arena arena = Arena.ofShared()) {
      MemorySegment nativeData = arena.allocate((long) count * Long.BYTES, Long.BYTES);
      MemorySegment nativeResult = arena.allocate((long) count * Long.BYTES, Long.BYTES);
      MemorySegment heapData = MemorySegment.ofArray(new long[count]);
      MemorySegment heapResult = MemorySegment.ofArray(new long[count]);
      contribute(nativeData);
      contribute(heapData);

      world.reduce(buffer(nativeData), target(nativeResult), operator, root);
      verify(nativeResult);
      world.reduce(buffer(heapData), target(heapResult), operator, root);
      verify(heapResult);

      form = "non-blocking, in place at the root";
      inPlace(nativeData, nativeResult);
      inPlace(heapData, heapResult);

      form = "persistent";
      Buffer result = target(nativeResult);
      try (PersistentRequest persistent =
          world.reduceInit(buffer(nativeData), result, operator, root)) {
        for (int i = 0; i < 2; i++) {
          nativeResult.fill((byte) 0);
          persistent.start().await();
          verify(nativeResult);
        }
      }
      verifyUntouched(nativeData);
      verifyUntouched(heapData);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "%s, root %d, count %d, %s".formatted(form, root, count, operator.name()), e);
    }
  }

  private void inPlace(MemorySegment data, MemorySegment result) {
    for (Buffer sameMemory : new Buffer[] {Buffer.IN_PLACE, buffer(result)}) {
      contribute(result);
      Buffer own = isRoot ? sameMemory : buffer(data);
      Request request = world.iReduce(own, target(result), operator, root);
      request.test();
      request.await();
      verify(result);
    }
  }

  private static Buffer buffer(MemorySegment memory) {
    return Buffer.of(memory, Datatype.INT64);
  }

  private Buffer target(MemorySegment memory) {
    return isRoot ? buffer(memory) : Buffer.EMPTY;
  }

  private static long contribution(int rank, long index) {
    return (rank + 3L) * 1_000_003 + index * 7919 + ((long) rank << 33);
  }

  private void contribute(MemorySegment memory) {
    MemorySegment.copy(contributions(), 0, memory, JAVA_LONG, 0, count);
  }

  private long[] contributions() {
    long[] values = new long[count];
    Arrays.setAll(values, i -> contribution(world.rank(), i));
    return values;
  }

  private void verifyUntouched(MemorySegment memory) {
    if (!Arrays.equals(memory.toArray(JAVA_LONG), contributions())) {
      throw new AssertionError("the contribution was changed");
    }
  }

  private void verify(MemorySegment result) {
    long[] values = result.toArray(JAVA_LONG);
    for (int i = 0; isRoot && i < count; i++) {
      long expected = contribution(0, i);
      for (int rank = 1; rank < world.size(); rank++) {
        expected = TestOperators.apply(operator, expected, contribution(rank, i));
      }
      if (values[i] != expected) {
        throw new AssertionError(
            "element %d is %#x instead of %#x".formatted(i, values[i], expected));
      }
    }
  }
}
