package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;

/** Gives out memory for messages. */
@FunctionalInterface
public interface Allocator {

  /**
   * A buffer of zeros, which is there as long as the arena; {@code bytes} is a multiple of the
   * type's extent.
   */
  Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes);
}
