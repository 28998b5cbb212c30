package io.starling.collectives;

import io.starling.collectives.call.ScanCalls;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/**
 * The collectives that fold data: those of {@link FoldingCollectives}, which says what holds for
 * all, and those that fold the data of lower ranks (MPI 4.1, section 6.11).
 */
public sealed interface ReductionCollectives extends FoldingCollectives
    permits ArrayReductions, ArrayRequests, ValueCollectives, ScanCalls {

  /**
   * Gives each rank the fold of the data of all ranks from 0 to itself (MPI_Scan, section 6.11.1).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} if it is in {@code result}
   *     already
   * @param result takes the result
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   */
  void scan(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Starts an inclusive scan and returns without waiting (MPI_Iscan); see {@link #scan}.
   *
   * @param data this rank's contribution; not to be changed before completion
   * @param result takes the result; not to be used before completion
   * @param operator combines two elements
   * @return the request, complete when this rank's part is done
   */
  Request iScan(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Prepares an inclusive scan that can be started many times (MPI_Scan_init); see {@link #scan}.
   *
   * @param data this rank's contribution; not to be changed while a run is open
   * @param result takes the result; not to be used while a run is open
   * @param operator combines two elements
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest scanInit(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Gives each rank the fold of the data of all lower ranks (MPI_Exscan, section 6.11.2). Rank 0's
   * {@code result} is not changed.
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} if it is in {@code result}
   *     already
   * @param result takes the result
   * @param operator combines two elements; supports the datatype, and is the same on all ranks
   */
  void exclusiveScan(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Starts an exclusive scan and returns without waiting (MPI_Iexscan); see {@link #exclusiveScan}.
   *
   * @param data this rank's contribution; not to be changed before completion
   * @param result takes the result; not to be used before completion
   * @param operator combines two elements
   * @return the request, complete when this rank's part is done
   */
  Request iExclusiveScan(Buffer data, Buffer result, ReductionOperator operator);

  /**
   * Prepares an exclusive scan that can be started many times (MPI_Exscan_init); see {@link
   * #exclusiveScan}.
   *
   * @param data this rank's contribution; not to be changed while a run is open
   * @param result takes the result; not to be used while a run is open
   * @param operator combines two elements
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest exclusiveScanInit(Buffer data, Buffer result, ReductionOperator operator);
}
