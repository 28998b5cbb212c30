package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/** Checks the arguments of collectives that fold, and sets them up. */
interface ReductionSetup {

  CollectiveCall reduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  CollectiveCall allreduce(Buffer data, Buffer result, ReductionOperator operator);

  CollectiveCall reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator);

  CollectiveCall reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator);
}
