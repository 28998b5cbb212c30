package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;

/**
 * Starts sends and receives of one kind of memory: host memory, as a {@link Port} does, or memory
 * of a device ({@link Port#direct}).
 */
public interface Messages {

  /**
   * Starts a send; the tag contains this rank ({@link Tags#sourceOf}). The send is complete when
   * the memory may be reused; if {@code synchronous}, not before a receive has matched it.
   */
  void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous);

  /**
   * Starts a receive of the next message whose tag equals {@code tag} in the bits of {@code mask}.
   */
  void receive(int transfer, long tag, long mask, MemorySegment into, long offset, long length);

  /**
   * Starts to receive a message that {@link Port#probe} has removed. It ends as a receive does,
   * with the message's tag and length or with {@link Completions.Failure#TRUNCATED}. It cannot be
   * cancelled: {@link Port#cancel} does nothing. A synchronous send of the message completes only
   * after this call.
   *
   * @param handle the value of {@link MessageInfo#handle}; to be used once
   */
  void receiveMatched(int transfer, long handle, MemorySegment into, long offset, long length);
}
