package io.starling.collectives;

import io.starling.collectives.call.ObjectMessageCalls;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import java.util.Optional;

/**
 * Objects as messages: records, strings, collections, whatever the {@link Codec} can write, and
 * null. The receiver gets a copy and needs to know neither class nor length.
 *
 * <pre>{@code
 * record Task(String name, double[] data) implements Serializable {}
 *
 * if (world.rank() == 0) {
 *   world.sendObject(new Task("first", data), 1, 0);
 * } else if (world.rank() == 1) {
 *   Task task = world.receiveObject(0, 0);
 * }
 * }</pre>
 *
 * <p>Objects and buffers do not meet: {@link #receiveObject} takes only what was sent by {@link
 * #sendObject}, and {@code receive} only what was sent by {@code send}. Among objects, messages do
 * not overtake, as in {@link PointToPointCommunicator}. Primitive arrays of 4 KiB or more inside an
 * object travel beside it, without a copy where the codec allows it; they must not change until the
 * send is complete. For data that is one array, calls with arrays are faster.
 *
 * <p>A {@link CodecException} says that an object can't be written or read. A sender has then sent
 * nothing; a receiver has received the whole message, and later messages still come. If an object
 * has another type than the program expects, a {@link ClassCastException} is thrown where the
 * program uses it.
 *
 * <p>A wrong rank or tag throws an {@link IllegalArgumentException}, a closed communicator or a
 * wrong thread an {@link IllegalStateException}, a failed peer a {@link
 * io.starling.runtime.RankFailedException}. Codecs run on the thread that calls.
 */
public sealed interface ObjectMessages permits AnyCommunicator, ObjectMessageCalls {

  /**
   * What turns objects into messages on this communicator.
   *
   * @return {@link Codec#java()} unless {@link #useCodec} was called, or the job was started with
   *     {@code starling run --codec} or the environment variable {@code STARLING_CODEC}
   */
  Codec codec();

  /**
   * Chooses what turns objects into messages, on this rank only: all ranks choose the same.
   * Communicators that are later made from this one use it, too; so the whole job does if it is
   * called on the world first.
   *
   * @param codec for the calls that follow
   * @throws IllegalArgumentException if {@code codec} is null
   */
  void useCodec(Codec codec);

  /**
   * Writes an object once, to send it later and several times. It does not communicate.
   *
   * @param value any object that the codec can write, or null
   * @return what {@link #sendObject} and {@link #iSendObject} take in place of the object
   * @throws CodecException if it can't be written; the message names the class and the path to it
   */
  PackedObject packObject(Object value);

  /**
   * Sends an object; returns when it may be changed. It may wait until the message is received.
   *
   * @param value any object that the codec can write, or null
   * @param destination the receiving rank, or {@link PointToPointCommunicator#PROC_NULL}
   * @param tag 0 to {@link PointToPointCommunicator#MAX_TAG}
   * @throws CodecException if it can't be written; the message names the class and the path to it
   */
  void sendObject(Object value, int destination, int tag);

  /**
   * Starts to send an object and returns without waiting. The object was written before the return;
   * only its large primitive arrays must not be changed before completion.
   *
   * @param value any object that the codec can write, or null
   * @param destination the receiving rank, or {@link PointToPointCommunicator#PROC_NULL}
   * @param tag 0 to {@link PointToPointCommunicator#MAX_TAG}
   * @return the request, complete when this rank's part is done
   * @throws CodecException if it can't be written; the message names the class and the path to it
   */
  Request iSendObject(Object value, int destination, int tag);

  /**
   * Receives an object.
   *
   * @param source the sending rank, {@link PointToPointCommunicator#ANY_SOURCE} or {@link
   *     PointToPointCommunicator#PROC_NULL}, which sends null
   * @param tag the tag of the message, or {@link PointToPointCommunicator#ANY_TAG}
   * @param <T> the type that the program expects; not checked here
   * @return the object, or null if null was sent
   * @throws CodecException if it can't be read; the message was received
   */
  @SuppressWarnings("TypeParameterUnusedInFormals") // As convenient as in other languages.
  <T> T receiveObject(int source, int tag);

  /**
   * Receives an object and says who sent it; see {@link #receiveObject}.
   *
   * @param source the sending rank, {@link PointToPointCommunicator#ANY_SOURCE} or {@link
   *     PointToPointCommunicator#PROC_NULL}
   * @param tag the tag of the message, or {@link PointToPointCommunicator#ANY_TAG}
   * @param <T> the type that the program expects; not checked here
   * @return the object with source, tag and length of its message
   * @throws CodecException if it can't be read; the message was received
   */
  <T> ReceivedObject<T> receiveObjectWithStatus(int source, int tag);

  /**
   * Starts to receive an object and returns without waiting; see {@link #receiveObject}. Receives
   * take messages in the order in which they were started. The object is read by the first call of
   * {@link ResultRequest#result}, on the thread that calls it.
   *
   * @param source the sending rank, {@link PointToPointCommunicator#ANY_SOURCE} or {@link
   *     PointToPointCommunicator#PROC_NULL}, which sends null
   * @param tag the tag of the message, or {@link PointToPointCommunicator#ANY_TAG}
   * @param <T> the type that the program expects; not checked here
   * @return the request, complete when the whole message has come; {@link ResultRequest#result}
   *     throws a {@link CodecException} if the object can't be read
   */
  <T> ResultRequest<T> iReceiveObject(int source, int tag);

  /**
   * Makes progress once and receives an object if its message is there; see {@link #receiveObject}.
   * It waits for nothing but the large arrays of the object.
   *
   * @param source the sending rank, {@link PointToPointCommunicator#ANY_SOURCE} or {@link
   *     PointToPointCommunicator#PROC_NULL}
   * @param tag the tag of the message, or {@link PointToPointCommunicator#ANY_TAG}
   * @param <T> the type that the program expects; not checked here
   * @return the object with source, tag and length of its message; empty if there is none
   * @throws CodecException if it can't be read; the message was received
   */
  <T> Optional<ReceivedObject<T>> pollObject(int source, int tag);
}
