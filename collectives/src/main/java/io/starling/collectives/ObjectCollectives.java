package io.starling.collectives;

import io.starling.collectives.call.ObjectCalls;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Objects in collectives, as {@link ObjectMessages} has them in messages. All ranks make the same
 * call in the same order, with the same root. A rank's own value is not copied: what it passes is
 * what it gets back. Lists that are returned can't be modified.
 *
 * <p>A rank that can't write its object tells the others, so that all that need it throw a {@link
 * CodecException} that names the rank. Other errors, and threads, are those of {@link
 * ObjectMessages}; operators run on the thread that calls.
 */
public sealed interface ObjectCollectives permits Communicator, ObjectCalls {

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
