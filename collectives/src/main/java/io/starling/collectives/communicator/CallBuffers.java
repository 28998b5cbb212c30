package io.starling.collectives.communicator;

import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.function.Supplier;

/**
 * The buffers of a call, as its operation gets them.
 *
 * @param data this rank's contribution, or null
 * @param result this rank's result, or null
 * @param text the call, for messages about ranks that disagree
 */
record CallBuffers(Arguments arguments, Buffer data, Buffer result, Supplier<String> text)
    implements Collectives.Memories {

  @Override
  public Memory memoryOfData() {
    return memory("data", data);
  }

  @Override
  public Memory memoryOfResult() {
    return memory("result", result);
  }

  private Memory memory(String role, Buffer buffer) {
    if (buffer == null) {
      return Memory.EMPTY;
    }
    arguments.alive(role, buffer);
    return MemoryBuffer.of(buffer).memory();
  }

  @Override
  public String call() {
    return text.get();
  }
}
