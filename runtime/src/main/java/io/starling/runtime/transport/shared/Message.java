package io.starling.runtime.transport.shared;

import java.lang.foreign.MemorySegment;

/** A message that a rank sends, and where it lies. Its object is used again. */
final class Message {

  int transfer;
  long tag;

  /** Where it is if that is on the Java heap; {@code address} is then an offset. */
  MemorySegment heap;

  long address;
  long length;

  /** Whether the send ends only when the message is matched. */
  boolean synchronous;

  /** It is sent from another object: the same message. */
  void set(Message other) {
    transfer = other.transfer;
    tag = other.tag;
    heap = other.heap;
    address = other.address;
    length = other.length;
    synchronous = other.synchronous;
  }

  boolean fitsLine() {
    return length <= MessageLine.INLINE_BYTES;
  }

  /** Copies a message that fits to its line. */
  void copyToLine(long line) {
    if (heap == null) {
      Words.copyFew(address, line + MessageLine.DATA, length);
    } else {
      Words.copyFrom(heap, address, line + MessageLine.DATA, length);
    }
  }
}
