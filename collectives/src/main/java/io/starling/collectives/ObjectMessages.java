package io.starling.collectives;

import io.starling.collectives.call.ObjectCalls;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

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
 * <p>Objects in collectives: all ranks make the same call in the same order, with the same root. A
 * rank's own value is not copied: what it passes is what it gets back. Lists that are returned
 * can't be modified.
 *
 * <p>A {@link CodecException} says that an object can't be written or read. A sender has then sent
 * nothing; a receiver has received the whole message, and later messages still come. In
 * collectives, a rank that can't write tells the others, so that all that need its object throw a
 * {@code CodecException} that names it. If an object has another type than the program expects, a
 * {@link ClassCastException} is thrown where the program uses it.
 *
 * <p>A wrong rank or tag throws an {@link IllegalArgumentException}, a closed communicator or a
 * wrong thread an {@link IllegalStateException}, a failed peer a {@link
 * io.starling.runtime.RankFailedException}. Codecs, and operators, run on the thread that calls.
 */
public sealed interface ObjectMessages permits Communicator, ObjectCalls {

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

  /**
   * Returns the root's object on all ranks.
   *
   * @param value the object on the root; ignored on other ranks
   * @param root the rank that has the object; the same on all ranks
   * @param <T> the type of the object
   * @return the root's own object on the root, a copy on the other ranks
   * @throws CodecException on all ranks if the root can't write it, or on those that can't read it
   */
  <T> T broadcastObject(T value, int root);

  /**
   * Returns the objects of all ranks on the root.
   *
   * @param value this rank's object
   * @param root the rank that gets them; the same on all ranks
   * @param <T> the type of the objects
   * @return on the root one object of each rank, in their order; an empty list on the others
   * @throws CodecException on a rank that can't write its object, and then on the root; or on the
   *     root if it can't read one
   */
  <T> List<T> gatherObjects(T value, int root);

  /**
   * Returns to each rank its object of the root's.
   *
   * @param values on the root one object for each rank, in their order; ignored on other ranks
   * @param root the rank that has the objects; the same on all ranks
   * @param <T> the type of the objects
   * @return this rank's object
   * @throws CodecException on all ranks if the root can't write one of them, or on those that can't
   *     read theirs
   * @throws IllegalArgumentException on the root if it does not pass one object for each rank; the
   *     others then throw a {@code CodecException}
   */
  <T> T scatterObjects(List<? extends T> values, int root);

  /**
   * Returns the objects of all ranks on all ranks.
   *
   * @param value this rank's object
   * @param <T> the type of the objects
   * @return one object of each rank, in their order
   * @throws CodecException on all ranks if one can't write its object, or on those that can't read
   *     one
   */
  <T> List<T> allgatherObjects(T value);

  /**
   * Combines the objects of all ranks in the order of the ranks, and gives the root the result. The
   * operator is associative; it need not be commutative. It is called on several ranks, with
   * objects that were received or are this rank's own; it may change neither of a rank's own.
   *
   * @param value this rank's object
   * @param operator combines the object of lower ranks, the first, with that of higher ranks
   * @param root the rank that gets the result; the same on all ranks
   * @param <T> the type of the objects
   * @return the result on the root; null on the others
   * @throws CodecException if an object can't be written or read: on that rank, on those between it
   *     and the root, and on the root
   * @throws io.starling.runtime.StarlingException on a rank whose operator throws; the same ranks
   *     as above throw a {@code CodecException} then
   */
  <T> T reduceObjects(T value, BinaryOperator<T> operator, int root);

  /**
   * Combines the objects of all ranks in the order of the ranks, and gives all the result; see
   * {@link #reduceObjects}. All ranks get copies of one result, also of an operator that is not
   * exactly associative.
   *
   * <pre>{@code
   * Map<String, Integer> total = world.allreduceObjects(counts, (a, b) -> merged(a, b));
   * }</pre>
   *
   * @param value this rank's object
   * @param operator combines the object of lower ranks, the first, with that of higher ranks
   * @param <T> the type of the objects
   * @return the result
   * @throws CodecException on all ranks if an object can't be written or read on one of them
   * @throws io.starling.runtime.StarlingException on a rank whose operator throws; the others throw
   *     a {@code CodecException} then
   */
  <T> T allreduceObjects(T value, BinaryOperator<T> operator);
}
