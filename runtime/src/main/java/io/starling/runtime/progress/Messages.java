package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;

/**
 * Starts to send and to receive segments of one kind of memory: of the host, as a {@link Port}
 * does, or of a device ({@link Port#direct}).
 */
public interface Messages {

  /**
   * Starts to send; the tag holds this rank ({@link Tags#sourceOf}). It is complete when the memory
   * may be reused; where {@code synchronous}, not before the receiver has found the matching
   * receive.
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
   * Starts to receive the next message whose tag equals {@code tag} in the bits of {@code mask}.
   */
  void receive(int transfer, long tag, long mask, MemorySegment into, long offset, long length);

  /**
   * Starts to receive a message that {@link Port#probe} has removed. It ends as a receive does,
   * with the message's tag and length or with {@link Completions.Failure#TRUNCATED}, and cannot be
   * cancelled: {@link Port#cancel} of it does nothing. A synchronous send of the message is
   * complete after this and not before.
   *
   * @param handle what {@link MessageInfo#handle} said; to be used once
   */
  void receiveMatched(int transfer, long handle, MemorySegment into, long offset, long length);
}
