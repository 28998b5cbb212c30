package io.starling.runtime.memory;

import java.lang.foreign.MemorySegment;

/** A range of a device's memory, as messages see it. */
public interface DeviceRegion {

  /** Whose memory it is. */
  Device device();

  /**
   * Where it is: device addresses, which the processor must not read or write. Its scope is alive
   * as long as the memory is.
   */
  MemorySegment segment();

  /** An operation begins to use it: until {@link #release} its memory must stay. */
  default void hold() {}

  /** An operation has ended that held it. */
  default void release() {}

  /**
   * A transport is about to go to its memory by itself: until {@link #letGo} that is not freed,
   * also where its owner closes it after the operation has ended. So a transport that can't end a
   * message, as its peer has died, keeps nobody from closing.
   */
  default void keep() {}

  /** A transport has ended what {@link #keep} was for. */
  default void letGo() {}
}
