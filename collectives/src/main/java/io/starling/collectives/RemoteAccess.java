package io.starling.collectives;

import io.starling.collectives.window.AccessCalls;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/**
 * The accesses to the memory of a {@link Window} (MPI 4.1, section 12.3), within an epoch.
 *
 * <p>A <em>target</em> is a rank of the window, or {@link Communicator#PROC_NULL}, of which nothing
 * is accessed. A <em>displacement</em> counts from the beginning of the target's memory, in units
 * of {@link Window#displacementUnit}. The elements there are laid out as in the buffer, or as a
 * datatype says: its bytes are packed in one order on both sides, so the types may differ in their
 * gaps.
 *
 * <p>Accesses do not wait for their effect: until the epoch has ended, or a flush, the buffers
 * belong to Starling. Those whose name begins with {@code i} return a request, whose end says that
 * the buffer may be used again; for the effect at the target, flush.
 *
 * <p>Accumulates of all kinds may wait within the call, also those that return a request: for other
 * accumulates to the target, and where loads and stores do not reach it, for their own transfers.
 * Then the call throws a {@link io.starling.runtime.RankFailedException} if a rank of the window
 * has failed, and a {@link io.starling.runtime.StarlingException} if its thread is interrupted, or
 * the transport can't access the memory. After an interrupt the elements at the target have changed
 * once or not at all.
 *
 * <p>All throw an {@link IllegalStateException} outside an epoch of the target, or if they find
 * that the target's memory was freed. Only the target itself and ranks of its JVM find that; an
 * access of another rank to freed memory is undefined. All throw an {@link
 * IllegalArgumentException} if an element is outside the target's memory, if buffer and target
 * differ in bytes, or if a buffer is in memory of a device: copy it to the host first.
 */
public sealed interface RemoteAccess permits Window, AccessCalls {

  /**
   * Copies elements to a target (MPI_Put).
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element goes
   */
  void put(Buffer data, int target, long displacement);

  /**
   * The same with a layout at the target.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element goes
   * @param type the datatype at the target
   * @param count the number of its elements there
   */
  void put(Buffer data, int target, long displacement, Datatype type, long count);

  /**
   * Copies elements from a target (MPI_Get).
   *
   * @param into takes the elements
   * @param target the rank
   * @param displacement where the first element is
   */
  void get(Buffer into, int target, long displacement);

  /**
   * The same with a layout at the target.
   *
   * @param into takes the elements
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target
   * @param count the number of its elements there
   */
  void get(Buffer into, int target, long displacement, Datatype type, long count);

  /**
   * Folds elements into those of a target: {@code target = target op data} (MPI_Accumulate). Unlike
   * MPI, the operator may be one of the program; it must not call Starling.
   *
   * @param data the elements; of a derived type only with an operator of the program, or if all its
   *     basic elements have one type
   * @param target the rank
   * @param displacement where the first element is
   * @param operator an operator that supports the elements, {@link Window#REPLACE} or {@link
   *     Window#NO_OPERATION}
   */
  void accumulate(Buffer data, int target, long displacement, ReductionOperator operator);

  /**
   * The same with a layout at the target.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target, of the same basic elements as the data
   * @param count the number of its elements there
   * @param operator an operator that supports the elements
   */
  void accumulate(
      Buffer data,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator);

  /**
   * The same, and returns what was there before (MPI_Get_accumulate).
   *
   * @param data the elements; ignored by {@link Window#NO_OPERATION}, which may get {@link
   *     Buffer#EMPTY}
   * @param result takes the elements of the target before the fold; as many as in {@code data}
   * @param target the rank
   * @param displacement where the first element is
   * @param operator an operator that supports the elements
   */
  void getAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator);

  /**
   * The same with a layout at the target.
   *
   * @param data the elements; ignored by {@link Window#NO_OPERATION}
   * @param result takes the elements of the target before the fold
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target, of the same basic elements as the data
   * @param count the number of its elements there
   * @param operator an operator that supports the elements
   */
  void getAccumulate(
      Buffer data,
      Buffer result,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator);

  /**
   * The same with one element of a basic type (MPI_Fetch_and_op).
   *
   * @param data the element; ignored by {@link Window#NO_OPERATION}
   * @param result takes the element of the target before the fold
   * @param target the rank
   * @param displacement where the element is
   * @param operator an operator that supports the element
   */
  void fetchAndOperate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator);

  /**
   * Adds to a {@code long} at a target, as {@link #fetchAndOperate} does with {@link
   * ReductionOperator#SUM}, and waits for the value before.
   *
   * @param value what is added
   * @param target the rank, not {@link Communicator#PROC_NULL}
   * @param displacement where the element is
   * @return the value before
   */
  long fetchAndAdd(long value, int target, long displacement);

  /**
   * Replaces an element of a target if it equals another one bit by bit (MPI_Compare_and_swap).
   *
   * @param expected one element of an integer type
   * @param data the new element
   * @param result takes the element of the target before
   * @param target the rank
   * @param displacement where the element is
   */
  void compareAndSwap(Buffer expected, Buffer data, Buffer result, int target, long displacement);

  /**
   * Starts a put (MPI_Rput); see {@link #put(Buffer, int, long, Datatype, long)}.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element goes
   * @param type the datatype at the target
   * @param count the number of its elements there
   * @return ends when the data may be changed
   */
  Request iPut(Buffer data, int target, long displacement, Datatype type, long count);

  /**
   * Starts a put with the layout of the data.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element goes
   * @return ends when the data may be changed
   */
  Request iPut(Buffer data, int target, long displacement);

  /**
   * Starts a get (MPI_Rget); see {@link #get(Buffer, int, long, Datatype, long)}.
   *
   * @param into takes the elements
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target
   * @param count the number of its elements there
   * @return ends when the elements are there
   */
  Request iGet(Buffer into, int target, long displacement, Datatype type, long count);

  /**
   * Starts a get with the layout of the buffer.
   *
   * @param into takes the elements
   * @param target the rank
   * @param displacement where the first element is
   * @return ends when the elements are there
   */
  Request iGet(Buffer into, int target, long displacement);

  /**
   * Accumulates (MPI_Raccumulate); see {@link #accumulate(Buffer, int, long, ReductionOperator)}.
   * The accumulate is over when the call returns, and so is the request.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element is
   * @param operator an operator that supports the elements
   * @return has ended
   */
  Request iAccumulate(Buffer data, int target, long displacement, ReductionOperator operator);

  /**
   * The same with a layout at the target.
   *
   * @param data the elements
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target, of the same basic elements as the data
   * @param count the number of its elements there
   * @param operator an operator that supports the elements
   * @return has ended
   */
  Request iAccumulate(
      Buffer data,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator);

  /**
   * Accumulates and fetches (MPI_Rget_accumulate); see {@link #getAccumulate(Buffer, Buffer, int,
   * long, ReductionOperator)}. The accumulate is over when the call returns, and so is the request.
   *
   * @param data the elements
   * @param result takes the elements of the target before the fold
   * @param target the rank
   * @param displacement where the first element is
   * @param operator an operator that supports the elements
   * @return has ended
   */
  Request iGetAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator);

  /**
   * The same with a layout at the target.
   *
   * @param data the elements; ignored by {@link Window#NO_OPERATION}
   * @param result takes the elements of the target before the fold
   * @param target the rank
   * @param displacement where the first element is
   * @param type the datatype at the target, of the same basic elements as the data
   * @param count the number of its elements there
   * @param operator an operator that supports the elements
   * @return has ended
   */
  Request iGetAccumulate(
      Buffer data,
      Buffer result,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator);
}
