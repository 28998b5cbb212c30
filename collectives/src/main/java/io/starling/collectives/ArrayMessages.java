package io.starling.collectives;

import static io.starling.collectives.ArrayBuffers.buffer;
import static io.starling.collectives.ArrayBuffers.utf8;

import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.nio.charset.StandardCharsets;

/**
 * Blocking messages of whole arrays and of strings. Each call is the one of {@link
 * PointToPointCommunicator} with {@code Buffer.of(array)}: an array is a message of as many
 * elements as it has, and a received message may be shorter than the array.
 *
 * <pre>{@code
 * world.send(values, peer, tag);
 * }</pre>
 *
 * <p>{@link ArrayRequests} has the non-blocking forms. For parts of arrays, other memory and
 * persistent calls, use a {@link Buffer}. A single value is an array of length 1: a receive already
 * returns the {@link Status}, and a value among ranks and tags is too easily mistaken for one.
 */
@SuppressWarnings("doclint:missing") // The calls that take a Buffer say what the arguments are.
public sealed interface ArrayMessages extends PointToPointCommunicator permits AnyCommunicator {

  /** See {@link #send(Buffer, int, int)}. */
  default void send(byte[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(boolean[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(char[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(short[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(int[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(long[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(float[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #send(Buffer, int, int)}. */
  default void send(double[] data, int destination, int tag) {
    send(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(byte[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(boolean[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(char[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(short[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(int[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(long[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(float[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #synchronousSend(Buffer, int, int)}. */
  default void synchronousSend(double[] data, int destination, int tag) {
    synchronousSend(buffer(data), destination, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(byte[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(boolean[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(char[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(short[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(int[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(long[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(float[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #receive(Buffer, int, int)}. */
  default Status receive(double[] into, int source, int tag) {
    return receive(buffer(into), source, tag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      byte[] data, int destination, int sendTag, byte[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      boolean[] data, int destination, int sendTag, boolean[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      char[] data, int destination, int sendTag, char[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      short[] data, int destination, int sendTag, short[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      int[] data, int destination, int sendTag, int[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      long[] data, int destination, int sendTag, long[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      float[] data, int destination, int sendTag, float[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceive(Buffer, int, int, Buffer, int, int)}. */
  default Status sendReceive(
      double[] data, int destination, int sendTag, double[] into, int source, int receiveTag) {
    return sendReceive(buffer(data), destination, sendTag, buffer(into), source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      byte[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      boolean[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      char[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      short[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      int[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      long[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      float[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /** See {@link #sendReceiveReplace(Buffer, int, int, int, int)}. */
  default Status sendReceiveReplace(
      double[] data, int destination, int sendTag, int source, int receiveTag) {
    return sendReceiveReplace(buffer(data), destination, sendTag, source, receiveTag);
  }

  /**
   * Sends a text as UTF-8; the peer calls {@link #receiveString}. See {@link #send(Buffer, int,
   * int)}.
   */
  default void send(String text, int destination, int tag) {
    send(utf8(text), destination, tag);
  }

  /**
   * Receives a text of any length from {@link #send(String, int, int)}; an empty text from {@link
   * #PROC_NULL}.
   *
   * @throws StarlingException if the message is longer than an array; it can still be received into
   *     a {@link Buffer}
   */
  default String receiveString(int source, int tag) {
    Status found = probe(source, tag);
    if (found.bytes() > Integer.MAX_VALUE - 8) {
      throw new StarlingException(
          "the message from rank %d with tag %d has %d bytes, which do not fit into a text; receive it into a Buffer"
              .formatted(found.source(), found.tag(), found.bytes()));
    }
    Message message = matchedProbe(found.source(), found.tag());
    byte[] text = new byte[Math.toIntExact(message.status().bytes())];
    message.receive(Buffer.of(text));
    return new String(text, StandardCharsets.UTF_8);
  }
}
