package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.memory.Memory;
import java.util.function.Supplier;

/**
 * The buffers of a call, as its machine gets them.
 *
 * @param data what this rank contributes, or null
 * @param result what this rank gets, or null
 * @param text the call, for ranks that disagree
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
    return buffer.memory();
  }

  @Override
  public String call() {
    return text.get();
  }
}
