package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Message;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** How messages of device memory end, from rank 0 to rank 1. */
final class GpuMessageEnds {

  private static final List<Integer> SIZES = List.of(1, 100, 50_000, 3_000_001);

  private final Communicator world;
  private final Gpu gpu;
  private final RandomGenerator random;
  private final boolean isSender;

  GpuMessageEnds(Communicator world, Gpu gpu, long seed) {
    this.world = world;
    this.gpu = gpu;
    random = RandomGeneratorFactory.getDefault().create(seed);
    isSender = world.rank() == 0;
  }

  void check() {
    for (int size : SIZES) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      try (DeviceBuffer memory = gpu.allocate(size)) {
        if (isSender) {
          memory.copyFrom(MemorySegment.ofArray(bytes));
        }
        probed(memory, bytes);
        keptInOrder(memory, bytes);
        tooLong(memory, bytes);
        cancelled(memory, bytes);
        toItself(memory, bytes);
      }
    }
    heldUntilItsEnd();
  }

  private static Buffer all(DeviceBuffer memory) {
    return memory.as(Datatype.INT8);
  }

  private static void verify(DeviceBuffer memory, byte... expected) {
    byte[] actual = new byte[expected.length];
    memory.slice(0, expected.length).copyTo(MemorySegment.ofArray(actual));
    if (!Arrays.equals(actual, expected)) {
      throw new AssertionError("other bytes have come, of " + expected.length);
    }
    memory.fill((byte) 0);
  }

  private static void verify(Object actual, Object expected) {
    if (!actual.equals(expected)) {
      throw new AssertionError(actual + " instead of " + expected);
    }
  }

  private void probed(DeviceBuffer memory, byte... bytes) {
    if (isSender) {
      world.send(all(memory), 1, 1);
      world.synchronousSend(all(memory), 1, 2);
      world.send(all(memory), 1, 3);
    } else {
      verify(world.probe(0, 1).bytes(), (long) bytes.length);
      world.receive(all(memory), 0, 1);
      verify(memory, bytes);
      Message message = world.matchedProbe(0, 2);
      verify(message.receive(all(memory)), new Status(0, 2, bytes.length));
      verify(memory, bytes);
      world.receive(all(memory), Communicator.ANY_SOURCE, Communicator.ANY_TAG);
      verify(memory, bytes);
    }
  }

  /** From the device, from the host, and from the device. */
  private void keptInOrder(DeviceBuffer memory, byte... bytes) {
    byte[] other = bytes.clone();
    other[0]++;
    if (isSender) {
      Request first = world.iSend(all(memory), 1, 4);
      Request second = world.iSend(Buffer.of(other), 1, 4);
      Request third = world.iSend(all(memory), 1, 4);
      first.await();
      second.await();
      third.await();
    } else {
      world.receive(all(memory), 0, 4);
      verify(memory, bytes);
      world.receive(all(memory), 0, 4);
      verify(memory, other);
      byte[] last = new byte[bytes.length];
      world.receive(Buffer.of(last), 0, 4);
      verify(Arrays.equals(last, bytes), true);
    }
  }

  private void tooLong(DeviceBuffer memory, byte... bytes) {
    if (isSender) {
      world.send(all(memory), 1, 5);
      world.send(all(memory), 1, 6);
    } else {
      DeviceBuffer shorter = memory.slice(0, bytes.length - 1);
      try {
        world.receive(all(shorter), 0, 5);
        throw new AssertionError("a message has gone into less memory");
      } catch (StarlingException e) {
        verify(e.getMessage().contains("longer than the buffer"), true);
      }
      world.receive(all(memory), 0, 6);
      verify(memory, bytes);
    }
  }

  private void cancelled(DeviceBuffer memory, byte... bytes) {
    if (!isSender) {
      try (DeviceBuffer room = gpu.allocate(bytes.length)) {
        Request receive = world.iReceive(all(room), 0, 7);
        receive.cancel();
        receive.await();
        verify(receive.isCancelled(), true);
      }
    }
    world.barrier();
    if (isSender) {
      world.send(all(memory), 1, 7);
    } else {
      world.receive(all(memory), 0, 7);
      verify(memory, bytes);
    }
  }

  private void toItself(DeviceBuffer memory, byte... bytes) {
    if (isSender) {
      try (DeviceBuffer room = gpu.allocate(bytes.length)) {
        world.sendReceive(all(memory), 0, 8, all(room), 0, 8);
        verify(room, bytes);
      }
    }
  }

  private void heldUntilItsEnd() {
    DeviceBuffer memory = gpu.allocate(1000);
    if (!isSender) {
      Request receive = world.iReceive(all(memory), 0, 9);
      try {
        memory.close();
        throw new AssertionError("memory was freed into which a message is to come");
      } catch (IllegalStateException e) {
        verify(e.getMessage().contains("complete the operation first"), true);
      }
      world.barrier();
      receive.await();
    } else {
      world.barrier();
      world.send(all(memory), 1, 9);
    }
    memory.close();
  }
}
