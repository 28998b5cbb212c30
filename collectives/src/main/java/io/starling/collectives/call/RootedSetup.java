package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;

/** Checks the arguments of scatter and gather, and sets them up. */
interface RootedSetup {

  CollectiveCall scatter(Buffer data, Buffer result, int root);

  CollectiveCall scatterv(Buffer data, Counts counts, Buffer result, int root);

  CollectiveCall gather(Buffer data, Buffer result, int root);

  CollectiveCall gatherv(Buffer data, Buffer result, Counts counts, int root);
}
