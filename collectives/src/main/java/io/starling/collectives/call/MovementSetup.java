package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.runtime.Buffer;

/** Checks the arguments of collectives that move data between all ranks, and sets them up. */
interface MovementSetup {

  CollectiveCall barrier();

  CollectiveCall broadcast(Buffer data, int root);

  CollectiveCall allgather(Buffer data, Buffer result);

  CollectiveCall allgatherv(Buffer data, Buffer result, Counts counts);

  CollectiveCall alltoall(Buffer data, Buffer result);

  CollectiveCall alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts);

  CollectiveCall alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks);
}
