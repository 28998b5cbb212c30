package io.starling.collectives;

import io.starling.collectives.call.ReductionCalls;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/**
 * The collectives that fold the data of all ranks, element by element (MPI 4.1, sections 6.9 and
 * 6.10). {@link ReductionCollectives} has them and the scans, which intercommunicators have not.
 *
 * <p>Every call has three forms: blocking ({@code reduce}), non-blocking ({@code iReduce}) and
 * persistent ({@code reduceInit}). All ranks call the collectives of a communicator in the same
 * order, with the same root, counts, datatype and operator.
 *
 * <pre>{@code
 * double[] sums = new double[values.length];
 * world.allreduce(Buffer.of(values), Buffer.of(sums), ReductionOperator.SUM);
 * }</pre>
 *
 * <p>Data and result may be the same memory, as with {@link Buffer#IN_PLACE}, except in {@link
 * #reduceScatter} and {@link #reduceScatterBlock}. They must not overlap in any other way.
 * Operators that are not commutative fold in rank order.
 *
 * <p>A wrong root, buffer or count, or an operator that does not support the datatype, throws an
 * {@link IllegalArgumentException} on the rank that passed it, before it sends any data. Threads:
 * see {@link Communicator}.
 */
public sealed interface FoldingCollectives
    permits ReductionCollectives, AnyCommunicator, ReductionCalls {

  /**
   * The number of this rank in the communicator (MPI_Comm_rank).
   *
   * @return 0 to {@link #size()} - 1
   */
  int rank();

  /**
   * The number of ranks in the communicator (MPI_Comm_size).
   *
   * @return at least 1
   */
  int size();

  /**
   * Folds the data of all ranks, element by element, and gives one rank the result (MPI_Reduce,
   * section 6.9.1).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} on the root if it is in {@code
   *     result} already
   * @param result takes the result on the root; ignored on other ranks, which may pass {@link
   *     Buffer#EMPTY}
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   * @param root the rank that gets the result; the same on all ranks
   */
  void reduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  /**
   * Starts a reduction to one rank and returns without waiting (MPI_Ireduce); see {@link #reduce}.
   *
   * @param data this rank's contribution; not to be changed before completion
   * @param result takes the result on the root; not to be used before completion
   * @param operator combines two elements
   * @param root the rank that gets the result
   * @return the request, complete when this rank's part is done
   */
  Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  /**
   * Prepares a reduction to one rank that can be started many times (MPI_Reduce_init); see {@link
   * #reduce}.
   *
   * @param data this rank's contribution; not to be changed while a run is open
   * @param result takes the result on the root; not to be used while a run is open
   * @param operator combines two elements
   * @param root the rank that gets the result
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest reduceInit(Buffer data, Buffer result, ReductionOperator operator, int root);

  /**
   * Folds the data of all ranks, element by element, and gives all ranks the result (MPI_Allreduce,
   * section 6.9.6).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} if it is in {@code result}
   *     already
   * @param result takes the result
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   */
  void allreduce(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Starts a reduction to all ranks and returns without waiting (MPI_Iallreduce); see {@link
   * #allreduce}.
   *
   * @param data this rank's contribution; not to be changed before completion
   * @param result takes the result; not to be used before completion
   * @param operator combines two elements
   * @return the request, complete when this rank's part is done
   */
  Request iAllreduce(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Prepares a reduction to all ranks that can be started many times (MPI_Allreduce_init); see
   * {@link #allreduce}.
   *
   * @param data this rank's contribution; not to be changed while a run is open
   * @param result takes the result; not to be used while a run is open
   * @param operator combines two elements
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest allreduceInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Folds the data of all ranks and gives every rank an equal block of the result
   * (MPI_Reduce_scatter_block, section 6.10.1).
   *
   * @param data {@link #size()} blocks, the first for rank 0; {@link Buffer#IN_PLACE}, on all ranks
   *     or none, if they are in {@code result}: its first block then takes the result, and the
   *     others are undefined
   * @param result takes one block
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   */
  void reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Starts a reduction with equal blocks and returns without waiting (MPI_Ireduce_scatter_block);
   * see {@link #reduceScatterBlock}.
   *
   * @param data {@link #size()} blocks, the first for rank 0; not to be changed before completion
   * @param result takes one block; not to be used before completion
   * @param operator combines two elements
   * @return the request, complete when this rank's part is done
   */
  Request iReduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Prepares a reduction with equal blocks that can be started many times
   * (MPI_Reduce_scatter_block_init); see {@link #reduceScatterBlock}.
   *
   * @param data {@link #size()} blocks, the first for rank 0; not to be changed while a run is open
   * @param result takes one block; not to be used while a run is open
   * @param operator combines two elements
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest reduceScatterBlockInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Folds the data of all ranks and gives every rank a block of the result; blocks may differ in
   * length (MPI_Reduce_scatter, section 6.10.2).
   *
   * @param data the blocks of all ranks, one after the other; {@link Buffer#IN_PLACE}, on all ranks
   *     or none, if they are in {@code result}: its beginning then takes the result, and the rest
   *     is undefined
   * @param result takes this rank's block
   * @param counts the length of each rank's block, without gaps between blocks; the same on all
   *     ranks
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   */
  void reduceScatter(Buffer data, Buffer result, Counts counts, ReductionOperator operator);

  /**
   * Starts a reduction with blocks of any lengths and returns without waiting
   * (MPI_Ireduce_scatter); see {@link #reduceScatter}.
   *
   * @param data the blocks of all ranks, one after the other; not to be changed before completion
   * @param result takes this rank's block; not to be used before completion
   * @param counts the length of each rank's block, without gaps between blocks
   * @param operator combines two elements
   * @return the request, complete when this rank's part is done
   */
  Request iReduceScatter(Buffer data, Buffer result, Counts counts, ReductionOperator operator);

  /**
   * Prepares a reduction with blocks of any lengths that can be started many times
   * (MPI_Reduce_scatter_init); see {@link #reduceScatter}.
   *
   * @param data the blocks of all ranks, one after the other; not to be changed while a run is open
   * @param result takes this rank's block; not to be used while a run is open
   * @param counts the length of each rank's block, without gaps between blocks
   * @param operator combines two elements
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest reduceScatterInit(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator);
}
