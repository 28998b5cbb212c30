package io.starling.runtime.memory;

import java.lang.foreign.MemorySegment;

/** A range of a device's memory, as messages see it. */
public interface DeviceRegion {

  /** The device whose memory it is. */
  Device device();

  /**
   * The device addresses, which the processor must not read or write. The segment's scope is alive
   * as long as the memory.
   */
  MemorySegment segment();

  /** An operation begins to use the memory, which must stay allocated until {@link #release}. */
  default void hold() {}

  /** An operation that held the memory has ended. */
  default void release() {}

  /**
   * A transport is about to access the memory directly: the memory is not freed before {@link
   * #letGo}, even if its owner closes it after the operation has ended. A transport that can't end
   * a message to a failed peer thus does not prevent the close.
   */
  default void keep() {}

  /** A transport no longer accesses the memory; see {@link #keep}. */
  default void letGo() {}
}
