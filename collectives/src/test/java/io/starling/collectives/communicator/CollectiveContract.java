package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Runs a {@link CollectiveCase} in all forms, in native memory and from arrays, and in place. */
final class CollectiveContract {

  private final CollectiveCase test;

  CollectiveContract(CollectiveCase test) {
    this.test = test;
  }

  void check() {
    String form = "blocking";
    try (Arena arena = Arena.ofShared()) {
      Buffer nativeData = data(arena);
      Buffer nativeResult = result(arena);
      Buffer heapData = data(null);
      Buffer heapResult = result(null);

      test.call().run(nativeData, nativeResult);
      verify(nativeResult);
      form = "blocking, from arrays";
      test.call().run(heapData, heapResult);
      verify(heapResult);

      form = "non-blocking";
      clear(nativeResult);
      Request request = test.call().start(nativeData, nativeResult);
      request.test();
      request.await();
      verify(nativeResult);

      form = "persistent";
      try (PersistentRequest persistent = test.call().init(heapData, nativeResult)) {
        for (int i = 0; i < 2; i++) {
          clear(nativeResult);
          persistent.start().await();
          verify(nativeResult);
        }
      }
      verifyUntouched(nativeData);
      verifyUntouched(heapData);

      form = "in place";
      inPlace(arena);
      inPlace(null);
      if (!test.folds() && !test.hasTypedBlocks()) {
        form = "with gaps between elements";
        Buffer spacedResult = spaced(test.expected());
        clear(spacedResult);
        test.call().run(spaced(test.data()), spacedResult);
        verify(spacedResult);
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(test.name() + ", " + form, e);
    }
  }

  /** Ranks that may not pass anything in place take part as usual. */
  private void inPlace(Arena arena) {
    if (test.inPlace() == null) {
      Buffer result = result(arena);
      test.call().start(data(arena), result).await();
      verify(result);
      return;
    }
    Buffer both = buffer(arena, test.inPlace());
    Buffer data = test.resultInPlace() ? both : Buffer.IN_PLACE;
    Buffer result = test.resultInPlace() ? Buffer.IN_PLACE : both;
    test.call().start(data, result).await();
    compare(test.name(), both, test.expectedInPlace());
  }

  private Buffer data(Arena arena) {
    return test.data() == null ? Buffer.EMPTY : buffer(arena, test.data());
  }

  private Buffer result(Arena arena) {
    return test.expected() == null ? Buffer.EMPTY : buffer(arena, new long[test.expected().length]);
  }

  private static Buffer buffer(Arena arena, long... values) {
    if (arena == null) {
      return Buffer.of(values.clone());
    }
    MemorySegment memory = arena.allocate((long) values.length * Long.BYTES, Long.BYTES);
    MemorySegment.copy(values, 0, memory, JAVA_LONG, 0, values.length);
    return Buffer.of(memory, Datatype.INT64);
  }

  /** Every second long of an array. */
  private static Buffer spaced(long... values) {
    if (values == null) {
      return Buffer.EMPTY;
    }
    Datatype type = Datatype.resized(0, 2 * Long.BYTES, Datatype.INT64);
    MemorySegment memory = MemorySegment.ofArray(new long[2 * values.length]);
    for (int i = 0; i < values.length; i++) {
      memory.setAtIndex(JAVA_LONG, 2L * i, values[i]);
      memory.setAtIndex(JAVA_LONG, 2L * i + 1, CollectiveCase.ANYTHING);
    }
    return Buffer.of(memory, type, values.length);
  }

  /** Leaves what lies between elements. */
  private static void clear(Buffer buffer) {
    MemoryBuffer.of(buffer)
        .memory()
        .write(0, MemorySegment.ofArray(new byte[(int) buffer.byteSize()]), 0, buffer.byteSize());
  }

  private void verify(Buffer result) {
    if (test.expected() != null) {
      compare(test.name(), result, test.expected());
    }
  }

  private void verifyUntouched(Buffer data) {
    if (test.data() != null) {
      compare(test.name(), data, test.data());
    }
  }

  static void compare(String what, Buffer buffer, long... expected) {
    long[] values = new long[(int) buffer.count()];
    MemoryBuffer.of(buffer).memory().read(0, MemorySegment.ofArray(values), 0, buffer.byteSize());
    for (int i = 0; i < expected.length; i++) {
      if (values[i] != expected[i] && expected[i] != CollectiveCase.ANYTHING) {
        throw new AssertionError(
            "%s: element %d is %#x instead of %#x".formatted(what, i, values[i], expected[i]));
      }
    }
  }
}
