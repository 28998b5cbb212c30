package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.reduction.ReductionOperator;

/**
 * The collectives that fold the data of ranks, element by element (MPI 4.1, sections 6.9 to 6.11).
 *
 * <p>Every call comes in three forms that run the same machine: blocking ({@code reduce}),
 * non-blocking ({@code iReduce}) and persistent ({@code reduceInit}). All ranks call the
 * collectives of one communicator in the same order, with the same root, counts, datatype and
 * operator. Operators that do not commute fold in the order of ranks.
 */
public interface CollectiveReduction {

  /** This rank, from 0 to {@link #size()} - 1. */
  int rank();

  /** How many ranks there are. */
  int size();

  /**
   * Folds the data of all ranks, element by element, into the root's {@code result} (MPI_Reduce).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} at the root where it already lies
   *     in {@code result}
   * @param result where the result goes; ignored on other ranks, which may pass {@link
   *     Buffer#EMPTY}
   */
  void reduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  /** Starts it; see {@link #reduce}. */
  Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  /** Sets it up, to be started many times; see {@link #reduce}. */
  PersistentRequest reduceInit(Buffer data, Buffer result, ReductionOperator operator, int root);

  /**
   * Folds the data of all ranks into everybody's {@code result} (MPI_Allreduce).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} where it already lies in {@code
   *     result}
   */
  void allreduce(Buffer data, Buffer result, ReductionOperator operator);

  /** Starts it; see {@link #allreduce}. */
  Request iAllreduce(Buffer data, Buffer result, ReductionOperator operator);

  /** Sets it up, to be started many times; see {@link #allreduce}. */
  PersistentRequest allreduceInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Folds the data of all ranks and gives every rank its block (MPI_Reduce_scatter_block).
   *
   * @param data {@link #size()} blocks; {@link Buffer#IN_PLACE}, on all ranks, where they lie in
   *     {@code result}, whose first block then takes the result and whose others are left undefined
   * @param result one block
   */
  void reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator);

  /** Starts it; see {@link #reduceScatterBlock}. */
  Request iReduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator);

  /** Sets it up, to be started many times; see {@link #reduceScatterBlock}. */
  PersistentRequest reduceScatterBlockInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * The same with blocks of any lengths, one after the other (MPI_Reduce_scatter).
   *
   * @param counts the length of each rank's block, the same on all ranks
   */
  void reduceScatter(Buffer data, Buffer result, Counts counts, ReductionOperator operator);

  /** Starts it; see {@link #reduceScatter}. */
  Request iReduceScatter(Buffer data, Buffer result, Counts counts, ReductionOperator operator);

  /** Sets it up, to be started many times; see {@link #reduceScatter}. */
  PersistentRequest reduceScatterInit(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator);

  /**
   * Gives every rank the fold of the data of ranks 0 to itself (MPI_Scan).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} where it already lies in {@code
   *     result}
   */
  void scan(Buffer data, Buffer result, ReductionOperator operator);

  /** Starts it; see {@link #scan}. */
  Request iScan(Buffer data, Buffer result, ReductionOperator operator);

  /** Sets it up, to be started many times; see {@link #scan}. */
  PersistentRequest scanInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Gives every rank but 0 the fold of the data of the ranks before it; rank 0's {@code result} is
   * left as it is (MPI_Exscan).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} where it already lies in {@code
   *     result}
   */
  void exclusiveScan(Buffer data, Buffer result, ReductionOperator operator);

  /** Starts it; see {@link #exclusiveScan}. */
  Request iExclusiveScan(Buffer data, Buffer result, ReductionOperator operator);

  /** Sets it up, to be started many times; see {@link #exclusiveScan}. */
  PersistentRequest exclusiveScanInit(Buffer data, Buffer result, ReductionOperator operator);
}
