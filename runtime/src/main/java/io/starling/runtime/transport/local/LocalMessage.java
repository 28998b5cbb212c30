package io.starling.runtime.transport.local;

import java.lang.foreign.MemorySegment;

/**
 * A message on its way: its bytes, and the port to notify once they are copied.
 *
 * @param sender the port that waits for the copy; null if the sender has copied the bytes and its
 *     send is complete
 */
record LocalMessage(long tag, MemorySegment data, LocalPort sender, int transfer) {}
