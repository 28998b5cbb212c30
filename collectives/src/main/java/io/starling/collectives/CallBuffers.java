package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import java.lang.foreign.MemorySegment;
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
  public MemorySegment memoryOfData() {
    return memory("data", data);
  }

  @Override
  public MemorySegment memoryOfResult() {
    return memory("result", result);
  }

  private MemorySegment memory(String role, Buffer buffer) {
    if (buffer == null) {
      return MemorySegment.NULL;
    }
    arguments.alive(role, buffer);
    return buffer.segment();
  }

  @Override
  public String call() {
    return text.get();
  }
}
