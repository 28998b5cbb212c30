package io.starling.runtime.transport.local;

import java.lang.foreign.MemorySegment;

/**
 * A message on its way: its bytes, and whom to tell once they are copied.
 *
 * @param sender the port that waits for the copy, or null where the sender copied the bytes and is
 *     done
 */
record LocalMessage(long tag, MemorySegment data, LocalPort sender, int transfer) {}
