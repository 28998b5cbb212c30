package io.starling.objects.network;

import io.starling.objects.protocol.Message;
import io.starling.objects.transfer.Outgoing;
import io.starling.objects.wire.MalformedFrameException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** What a connection carries: it pulls what goes out and pushes what comes in. */
interface Session {

  OrderedMessages messages();

  void onMessage(long view, Message message);

  /**
   * Where the next bytes of a stream belong.
   *
   * @return null if they are for nothing
   */
  MemorySegment target(long stream, long length) throws MalformedFrameException;

  void onBytes(long stream, long length);

  /** The next bytes to send; null if there are none, or messages come first. */
  Outgoing nextChunk();

  /** The kernel has taken the bytes of {@link #nextChunk}. */
  void onSent(Outgoing chunk);

  /** The connection ended by itself. */
  void onEnd(Connection connection, IOException reason);
}
