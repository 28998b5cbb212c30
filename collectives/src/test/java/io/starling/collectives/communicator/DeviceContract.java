package io.starling.collectives.communicator;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Runs a {@link CollectiveCase} with data on a device, and with some of it there. */
final class DeviceContract {

  private final CollectiveCase test;
  private final Function<long[], DeviceRegion> memory;
  private final BooleanSupplier isIdle;

  DeviceContract(CollectiveCase test, AdversarialDevice device) {
    this(test, device::region, device::isIdle);
  }

  /** On any device, given what makes memory of it with some elements. */
  DeviceContract(
      CollectiveCase test, Function<long[], DeviceRegion> memory, BooleanSupplier isIdle) {
    this.test = test;
    this.memory = memory;
    this.isIdle = isIdle;
  }

  void check() {
    String form = "blocking";
    try {
      Buffer data = onDevice(test.data());
      Buffer result = onDevice(empty(test.expected()));
      test.call().run(data, result);
      verify(result);

      form = "non-blocking, data in an array";
      Buffer later = onDevice(empty(test.expected()));
      var request = test.call().start(onHost(test.data()), later);
      request.test();
      request.await();
      verify(later);

      form = "persistent, result in an array";
      Buffer array = onHost(empty(test.expected()));
      try (PersistentRequest persistent = test.call().init(data, array)) {
        for (int i = 0; i < 2; i++) {
          clear(array);
          persistent.start().await();
          verify(array);
        }
      }

      form = "in place";
      inPlace();
      if (test.data() != null) {
        compare(data, test.data());
      }
      if (!isIdle.getAsBoolean()) {
        throw new AssertionError("the device works on after the end");
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(test.name() + ", " + form, e);
    }
  }

  private void inPlace() {
    if (test.inPlace() == null) {
      Buffer result = onDevice(empty(test.expected()));
      test.call().start(onDevice(test.data()), result).await();
      verify(result);
      return;
    }
    Buffer both = onDevice(test.inPlace());
    Buffer data = test.resultInPlace() ? both : Buffer.IN_PLACE;
    Buffer result = test.resultInPlace() ? Buffer.IN_PLACE : both;
    test.call().start(data, result).await();
    compare(both, test.expectedInPlace());
  }

  private static long[] empty(long... values) {
    return values == null ? null : new long[values.length];
  }

  private Buffer onDevice(long... values) {
    return values == null ? Buffer.EMPTY : MemoryBuffer.of(memory.apply(values), Datatype.INT64);
  }

  private static Buffer onHost(long... values) {
    return values == null ? Buffer.EMPTY : Buffer.of(values.clone());
  }

  private static void clear(Buffer buffer) {
    MemoryBuffer.of(buffer)
        .memory()
        .write(0, MemorySegment.ofArray(new byte[(int) buffer.byteSize()]), 0, buffer.byteSize());
  }

  private void verify(Buffer result) {
    if (test.expected() != null) {
      compare(result, test.expected());
    }
  }

  private static void compare(Buffer buffer, long... expected) {
    long[] values = new long[(int) buffer.count()];
    MemoryBuffer.of(buffer).memory().read(0, MemorySegment.ofArray(values), 0, buffer.byteSize());
    for (int i = 0; i < expected.length; i++) {
      if (values[i] != expected[i] && expected[i] != CollectiveCase.ANYTHING) {
        throw new AssertionError(
            "element %d is %#x instead of %#x".formatted(i, values[i], expected[i]));
      }
    }
  }
}
